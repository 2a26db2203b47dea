//! Accounts on the page: made, used elsewhere, changed, taken along and forgotten.

use foursight_e2e::{Look, Page, Site, in_browser};

use super::{is_clean, says};

#[test]
fn an_account_takes_the_games_to_another_device() {
    in_browser(Look::default(), async |stage| {
        let name = "play as a guest, make an account, go on elsewhere";
        let breaks = ["api/login", "401"];
        stage.scene_with_others(name, &breaks, 1, account).await;
    });
}

async fn account(own: &Page, others: &[Page], _: &mut Site) {
    let other = &others[0];
    own.open("/#/online").await;
    own.click("online-terms").await;
    own.click("variant-pop-out").await;
    own.pick("online-pace", "game").await;
    own.find("online-minutes").await;
    own.click("online-bot").await;
    own.find("to-lobby").await;
    says(own, ".seat small", "3:00").await;
    own.click("to-lobby").await;
    own.click("account").await;
    own.write("make-name", "Ada L").await;
    own.write("make-new-password", "short").await;
    own.click("make").await;
    own.shows("account-news", "A password has 10 to 200 characters.")
        .await;
    own.write("make-new-password", " but longer").await;
    own.click("make").await;
    own.shows("account-line", "You are signed in as Ada L.")
        .await;
    is_clean(own, "the account").await;
    // Elsewhere: a wrong password, the right one, and the game is there.
    other.open("/#/online/account").await;
    other.write("signin-name", "Ada L").await;
    other
        .write("signin-current-password", "short but wrong")
        .await;
    other.click("signin").await;
    other
        .shows("account-news", "Name and password do not belong together.")
        .await;
    is_clean(other, "the account of a guest").await;
    other.reload().await;
    other.write("signin-name", "Ada L").await;
    other
        .write("signin-current-password", "short but longer")
        .await;
    other.click("signin").await;
    other
        .shows("account-line", "You are signed in as Ada L.")
        .await;
    other.open("/#/online").await;
    other.find_css("[data-testid=online-games] a").await;
    other.click_css("[data-testid=online-games] a").await;
    other.find("to-lobby").await;
    own.click("signoutall").await;
    own.shows("account-news", "You are signed out.").await;
    says(own, "[data-testid=account-line]", "a guest").await;
    own.click("forget").await;
    own.click("delete").await;
    own.shows("account-news", "Your data is deleted.").await;
}

/// What breaks when a password is wrong, or a session ends under an open page.
const REFUSALS: [&str; 4] = ["api/login", "api/account", "401", "409"];

#[test]
fn an_account_is_changed_taken_along_and_forgotten() {
    in_browser(Look::default(), async |stage| {
        let name = "rename, change the password, export, sign out everywhere, delete";
        stage.scene_with_others(name, &REFUSALS, 1, changed).await;
    });
}

/// Makes an account of the guest on this page.
async fn make(page: &Page, name: &str, password: &str) {
    page.open("/#/online/account").await;
    page.write("make-name", name).await;
    page.write("make-new-password", password).await;
    page.click("make").await;
    is_signed_in(page, name).await;
}

async fn sign_in(page: &Page, name: &str, password: &str) {
    page.open("/#/online/account").await;
    page.write("signin-name", name).await;
    page.write("signin-current-password", password).await;
    page.click("signin").await;
}

async fn is_signed_in(page: &Page, name: &str) {
    let line = format!("You are signed in as {name}.");
    page.shows("account-line", &line).await;
}

async fn changed(own: &Page, others: &[Page], _: &mut Site) {
    let other = &others[0];
    make(own, "Grace H", "compilers 1952").await;
    make(other, "Alan T", "bombes at night").await;
    // A name that looks like another one is taken; a free one is not.
    let empty = "const it = document.querySelector('[data-testid=rename-name]'); it.value = ''; \
                 it.dispatchEvent(new Event('input'))";
    own.ask(empty).await;
    own.write("rename-name", "alan t").await;
    own.click("rename").await;
    says(own, "[data-testid=account-news]", "Somebody has this name").await;
    own.ask(empty).await;
    own.write("rename-name", "Amazing Grace").await;
    own.click("rename").await;
    is_signed_in(own, "Amazing Grace").await;
    // The other browser signs in to the same account. A new password ends that session.
    other.click("signout").await;
    other.shows("account-news", "You are signed out.").await;
    sign_in(other, "Amazing Grace", "compilers 1952").await;
    is_signed_in(other, "Amazing Grace").await;
    own.write("change-current-password", "wrong password").await;
    own.write("change-new-password", "nanoseconds of wire")
        .await;
    own.click("change").await;
    own.shows("account-news", "Name and password do not belong together.")
        .await;
    own.reload().await;
    own.write("change-current-password", "compilers 1952").await;
    own.write("change-new-password", "nanoseconds of wire")
        .await;
    own.click("change").await;
    own.shows("account-news", "Done.").await;
    is_signed_in(own, "Amazing Grace").await;
    says(other, "[data-testid=account-line]", "a guest").await;
    sign_in(other, "Amazing Grace", "compilers 1952").await;
    other
        .shows("account-news", "Name and password do not belong together.")
        .await;
    other.reload().await;
    sign_in(other, "Amazing Grace", "nanoseconds of wire").await;
    is_signed_in(other, "Amazing Grace").await;
    taken_along(own).await;
    // Signed out here means signed out there.
    own.click("signoutall").await;
    own.shows("account-news", "You are signed out.").await;
    says(own, "[data-testid=account-line]", "a guest").await;
    says(other, "[data-testid=account-line]", "a guest").await;
    forgotten(other).await;
}

/// All that is kept, as a file.
async fn taken_along(page: &Page) {
    let downloads = page.downloads().await;
    page.click("export").await;
    let file = downloads.file("foursight-data.json").await;
    let data: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    let text = data.to_string();
    assert!(text.contains("Amazing Grace"), "{text}");
    assert!(!text.contains("nanoseconds"), "{text}");
    downloads.end().await;
}

/// An account is deleted with its password alone, and then no password signs in to it.
async fn forgotten(page: &Page) {
    sign_in(page, "Amazing Grace", "nanoseconds of wire").await;
    is_signed_in(page, "Amazing Grace").await;
    page.click("forget").await;
    page.write("delete-current-password", "wrong password")
        .await;
    page.click("delete").await;
    page.shows("account-news", "Name and password do not belong together.")
        .await;
    page.reload().await;
    page.click("forget").await;
    page.write("delete-current-password", "nanoseconds of wire")
        .await;
    page.click("delete").await;
    page.shows("account-news", "Your data is deleted.").await;
    says(page, "[data-testid=account-line]", "a guest").await;
    sign_in(page, "Amazing Grace", "nanoseconds of wire").await;
    page.shows("account-news", "Name and password do not belong together.")
        .await;
}
