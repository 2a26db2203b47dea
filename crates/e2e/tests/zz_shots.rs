//! temp
use foursight_e2e::{Look, in_browser};
use serde_json::json;
#[test]
fn shots() {
    let list = std::env::var("SHOTS").unwrap_or_default();
    let look = Look { webgl: std::env::var("GL").is_ok(), ..Look::default() };
    in_browser(look, async |stage| {
        for line in list.lines() {
            let parts: Vec<_> = line.split('|').collect();
            stage.scene(parts[0], async |page, _| {
                let (w, h): (u32, u32) = (parts[1].parse().unwrap(), parts[2].parse().unwrap());
                page.resize(w, h).await;
                page.open("/?test=1").await;
                page.find("start").await;
                let lang = if parts[3].contains("de") { "de" } else { "en" };
                let theme = parts[3].split(',').next().unwrap();
                page.ask(&format!("localStorage.setItem('foursight.settings', 'version 1\\nlanguage {lang}\\ntheme {theme}\\n{}')", parts.get(6).unwrap_or(&""))).await;
                page.open(&format!("/?test=1&x=1{}", parts[4])).await;
                page.find_css("main h1").await;
                if let Some(script) = parts.get(5) {
                    for one in script.split(";;") {
                        if one.is_empty() { continue; }
                        if let Some(sel) = one.strip_prefix("click ") { page.click(sel).await; }
                        else if let Some(sel) = one.strip_prefix("keys ") { page.press(sel).await; }
                        else { page.ask(one).await; }
                    }
                }
                page.at_rest("return document.body.innerHTML.length + '' + (window.foursightScene?.frames() ?? 0)").await;
                let shot = page.command("Page.captureScreenshot", json!({"format":"png"})).await;
                std::fs::write(format!("/tmp/web5/{}.b64", parts[0]), shot["data"].as_str().unwrap()).unwrap();
            }).await;
        }
    });
}
