//! What a page is like for those who do not see it, see it badly, or have no mouse.
//!
//! [`Page::scan`] looks for everything that a program can find: names, roles, headings, ids, sizes of
//! targets, contrasts. [`Page::heard`] tells the page in the words of the accessibility tree, as the
//! browser hands it to screen readers.

use serde_json::{Value, json};

use crate::page::Page;

const SCRIPT: &str = include_str!("scan.js");
/// Roles of what a person can work with, each of which needs a name.
const NAMED_ROLES: [&str; 14] = [
    "button",
    "link",
    "textbox",
    "searchbox",
    "checkbox",
    "radio",
    "combobox",
    "listbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "dialog",
    "image",
];

impl Page {
    /// Everything that is wrong with the page, one sentence each.
    ///
    /// # Panics
    ///
    /// If the page does not answer.
    pub async fn scan(&self) -> Vec<String> {
        let found = self.ask(SCRIPT).await;
        let found = found.as_array().expect("a list").iter();
        let mut found: Vec<String> = found.filter_map(Value::as_str).map(str::to_owned).collect();
        for node in self.tree().await {
            let (role, name) = (said(&node, "role"), said(&node, "name"));
            if NAMED_ROLES.contains(&role.as_str()) && name.trim().is_empty() {
                found.push(format!(
                    "a {role} without a name: {}",
                    node["backendDOMNodeId"]
                ));
            }
        }
        found
    }

    /// The page as a screen reader gets it: every thing with a role and a name, in order.
    ///
    /// # Panics
    ///
    /// If the page does not answer.
    pub async fn heard(&self) -> Vec<String> {
        let tree = self.tree().await;
        let things = tree.iter().filter_map(|node| {
            let (role, name) = (said(node, "role"), said(node, "name"));
            let is_said = !matches!(
                role.as_str(),
                "none" | "generic" | "InlineTextBox" | "RootWebArea"
            );
            (is_said && !name.trim().is_empty()).then(|| format!("{role}: {}", name.trim()))
        });
        things.collect()
    }

    /// The accessibility tree without what is ignored.
    async fn tree(&self) -> Vec<Value> {
        let tree = self.command("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        nodes
            .into_iter()
            .filter(|node| node["ignored"] != true)
            .collect()
    }
}

fn said(node: &Value, what: &str) -> String {
    node[what]["value"].as_str().unwrap_or_default().to_owned()
}
