//! Accounts: create, sign in on another device, change, export and delete.

use foursight_e2e::{BrowserOptions, Page, ServerUnderTest, in_browser};

use super::{assert_accessible, wait_for_text_in};

#[test]
fn an_account_takes_the_games_to_another_device() {
    in_browser(BrowserOptions::default(), async |runner| {
        let name = "play as a guest, create an account, continue on another device";
        let allowed = ["api/login", "401"];
        runner.scene_with_others(name, &allowed, 1, account).await;
    });
}

async fn account(own: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let other = &others[0];
    own.open("/#/online").await;
    own.click("online-terms").await;
    own.click("variant-pop-out").await;
    own.select("online-pace", "game").await;
    own.find("online-minutes").await;
    own.click("online-bot").await;
    own.find("to-lobby").await;
    wait_for_text_in(own, ".seat small", "3:00").await;
    own.click("to-lobby").await;
    own.click("account").await;
    own.type_text("create-name", "Ada L").await;
    own.type_text("create-new-password", "short").await;
    own.click("create").await;
    own.wait_for_text("account-news", "Passwords have 10 to 200 characters.")
        .await;
    own.type_text("create-new-password", " but longer").await;
    own.click("create").await;
    own.wait_for_text("account-line", "You are signed in as Ada L.")
        .await;
    assert_accessible(own, "the account").await;
    // On another device: a wrong password, the right one, and the game is listed.
    other.open("/#/online/account").await;
    other.type_text("signin-name", "Ada L").await;
    other
        .type_text("signin-current-password", "short but wrong")
        .await;
    other.click("signin").await;
    other
        .wait_for_text("account-news", "Wrong name or password.")
        .await;
    assert_accessible(other, "the account of a guest").await;
    other.reload().await;
    other.type_text("signin-name", "Ada L").await;
    other
        .type_text("signin-current-password", "short but longer")
        .await;
    other.click("signin").await;
    other
        .wait_for_text("account-line", "You are signed in as Ada L.")
        .await;
    other.open("/#/online").await;
    other.find_css("[data-testid=online-games] a").await;
    other.click_css("[data-testid=online-games] a").await;
    other.find("to-lobby").await;
    own.click("signoutall").await;
    own.wait_for_text("account-news", "You are signed out.")
        .await;
    wait_for_text_in(own, "[data-testid=account-line]", "a guest").await;
    own.click("forget").await;
    own.click("delete").await;
    own.wait_for_text("account-news", "Your data has been deleted.")
        .await;
}

/// Expected browser errors for wrong passwords and ended sessions.
const EXPECTED_ERRORS: [&str; 4] = ["api/login", "api/account", "401", "409"];

#[test]
fn an_account_is_changed_exported_and_deleted() {
    in_browser(BrowserOptions::default(), async |runner| {
        let name = "rename, change the password, export, sign out everywhere, delete";
        runner
            .scene_with_others(name, &EXPECTED_ERRORS, 1, change_account)
            .await;
    });
}

/// Turns the guest of this page into an account.
async fn create_account(page: &Page, name: &str, password: &str) {
    page.open("/#/online/account").await;
    page.type_text("create-name", name).await;
    page.type_text("create-new-password", password).await;
    page.click("create").await;
    wait_for_sign_in(page, name).await;
}

async fn sign_in(page: &Page, name: &str, password: &str) {
    page.open("/#/online/account").await;
    page.type_text("signin-name", name).await;
    page.type_text("signin-current-password", password).await;
    page.click("signin").await;
}

async fn wait_for_sign_in(page: &Page, name: &str) {
    let line = format!("You are signed in as {name}.");
    page.wait_for_text("account-line", &line).await;
}

async fn change_account(own: &Page, others: &[Page], _: &mut ServerUnderTest) {
    let other = &others[0];
    create_account(own, "Grace H", "compilers 1952").await;
    create_account(other, "Alan T", "bombes at night").await;
    // A name that differs from another only in case is taken; a free one is not.
    let empty = "const it = document.querySelector('[data-testid=rename-name]'); it.value = ''; \
                 it.dispatchEvent(new Event('input'))";
    own.eval(empty).await;
    own.type_text("rename-name", "alan t").await;
    own.click("rename").await;
    wait_for_text_in(
        own,
        "[data-testid=account-news]",
        "This name, or a similar one, is taken",
    )
    .await;
    own.eval(empty).await;
    own.type_text("rename-name", "Amazing Grace").await;
    own.click("rename").await;
    wait_for_sign_in(own, "Amazing Grace").await;
    // The other browser signs in to the same account. A password change ends that session.
    other.click("signout").await;
    other
        .wait_for_text("account-news", "You are signed out.")
        .await;
    sign_in(other, "Amazing Grace", "compilers 1952").await;
    wait_for_sign_in(other, "Amazing Grace").await;
    own.type_text("changepassword-current-password", "wrong password")
        .await;
    own.type_text("changepassword-new-password", "nanoseconds of wire")
        .await;
    own.click("changepassword").await;
    own.wait_for_text("account-news", "Wrong name or password.")
        .await;
    own.reload().await;
    own.type_text("changepassword-current-password", "compilers 1952")
        .await;
    own.type_text("changepassword-new-password", "nanoseconds of wire")
        .await;
    own.click("changepassword").await;
    own.wait_for_text("account-news", "Done.").await;
    wait_for_sign_in(own, "Amazing Grace").await;
    wait_for_text_in(other, "[data-testid=account-line]", "a guest").await;
    sign_in(other, "Amazing Grace", "compilers 1952").await;
    other
        .wait_for_text("account-news", "Wrong name or password.")
        .await;
    other.reload().await;
    sign_in(other, "Amazing Grace", "nanoseconds of wire").await;
    wait_for_sign_in(other, "Amazing Grace").await;
    export_data(own).await;
    // Signing out everywhere ends the session of the other browser too.
    own.click("signoutall").await;
    own.wait_for_text("account-news", "You are signed out.")
        .await;
    wait_for_text_in(own, "[data-testid=account-line]", "a guest").await;
    wait_for_text_in(other, "[data-testid=account-line]", "a guest").await;
    delete_account(other).await;
}

/// Exports the data of the account and checks the file.
async fn export_data(page: &Page) {
    let downloads = page.downloads().await;
    page.click("export").await;
    let file = downloads.file("foursight-data.json").await;
    let data: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    let text = data.to_string();
    assert!(text.contains("Amazing Grace"), "{text}");
    assert!(!text.contains("nanoseconds"), "{text}");
    downloads.stop().await;
}

/// Deletes the account, which needs its password. Signing in fails afterwards.
async fn delete_account(page: &Page) {
    sign_in(page, "Amazing Grace", "nanoseconds of wire").await;
    wait_for_sign_in(page, "Amazing Grace").await;
    page.click("forget").await;
    page.type_text("delete-current-password", "wrong password")
        .await;
    page.click("delete").await;
    page.wait_for_text("account-news", "Wrong name or password.")
        .await;
    page.reload().await;
    page.click("forget").await;
    page.type_text("delete-current-password", "nanoseconds of wire")
        .await;
    page.click("delete").await;
    page.wait_for_text("account-news", "Your data has been deleted.")
        .await;
    wait_for_text_in(page, "[data-testid=account-line]", "a guest").await;
    sign_in(page, "Amazing Grace", "nanoseconds of wire").await;
    page.wait_for_text("account-news", "Wrong name or password.")
        .await;
}
