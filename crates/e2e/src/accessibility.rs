//! Automated accessibility checks.
//!
//! [`Page::accessibility_problems`] checks what a program can check: names, roles, headings, ids,
//! sizes of targets, contrasts. [`Page::accessibility_tree`] returns the page as the browser exposes
//! it to screen readers.

use serde_json::{Value, json};

use crate::page::Page;

const SCRIPT: &str = include_str!("accessibility.js");
/// Roles of interactive elements, which need an accessible name.
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
    /// Returns the accessibility problems of the page, one sentence each.
    ///
    /// # Panics
    ///
    /// If the page does not respond.
    pub async fn accessibility_problems(&self) -> Vec<String> {
        let problems = self.eval(SCRIPT).await;
        let problems = problems.as_array().expect("a list").iter();
        let mut problems: Vec<String> = problems
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect();
        for node in self.ax_nodes().await {
            let (role, name) = (property(&node, "role"), property(&node, "name"));
            if NAMED_ROLES.contains(&role.as_str()) && name.trim().is_empty() {
                problems.push(format!(
                    "a {role} without a name: {}",
                    node["backendDOMNodeId"]
                ));
            }
        }
        problems
    }

    /// Returns the page as a screen reader gets it: each node with a role and a name, in order.
    ///
    /// # Panics
    ///
    /// If the page does not respond.
    pub async fn accessibility_tree(&self) -> Vec<String> {
        let tree = self.ax_nodes().await;
        let lines = tree.iter().filter_map(|node| {
            let (role, name) = (property(node, "role"), property(node, "name"));
            let is_exposed = !matches!(
                role.as_str(),
                "none" | "generic" | "InlineTextBox" | "RootWebArea"
            );
            (is_exposed && !name.trim().is_empty()).then(|| format!("{role}: {}", name.trim()))
        });
        lines.collect()
    }

    /// Returns the accessibility tree without ignored nodes.
    async fn ax_nodes(&self) -> Vec<Value> {
        let tree = self
            .devtools_command("Accessibility.getFullAXTree", json!({}))
            .await;
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        nodes
            .into_iter()
            .filter(|node| node["ignored"] != true)
            .collect()
    }
}

fn property(node: &Value, name: &str) -> String {
    node[name]["value"].as_str().unwrap_or_default().to_owned()
}
