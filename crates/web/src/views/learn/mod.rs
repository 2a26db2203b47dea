//! Lessons. Each is a page that begins by doing.

mod demos;
mod how;
mod states;

use leptos::prelude::*;

use super::context;
use crate::text::Message as M;

pub(crate) use how::How;
pub(crate) use states::States;

/// The list of lessons.
#[component]
pub(crate) fn Lessons() -> impl IntoView {
    let (_, text) = context();
    view! {
        <section class="prose">
            <h1>{text.get(M::LearnHeading)}</h1>
            <p>{text.get(M::LearnIntro)}</p>
            <ul class="games">
                <li><a href="#/learn/how">{text.get(M::LessonHow)}</a><br/>{text.get(M::LessonHowAbout)}</li>
                <li><a href="#/learn/states">{text.get(M::LessonStates)}</a><br/>{text.get(M::LessonStatesAbout)}</li>
            </ul>
        </section>
    }
}
