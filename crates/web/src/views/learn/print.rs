//! A lesson as a sheet to print: all its steps, and the answers apart at the end.

use foursight_lessons::{Block, Lesson, Scene, Words};
use foursight_record::read_link;
use leptos::prelude::*;

use super::super::tap;
use super::all_seen;
use super::blocks::prose;
use super::demos;
use super::kit::{listing, tongue};
use super::picture::{Picture, Rulers, Sign, picture, spot};
use crate::browser;
use crate::shell::source::derived;
use crate::text::{Message as M, Text};

/// The sheet.
pub(super) fn show(text: Text, lesson: &'static Lesson) -> AnyView {
    let tongue = tongue(text);
    let steps = lesson.steps.iter().enumerate().map(|(at, step)| {
        let link = format!("{}#/learn/{}/{}", browser::base(), lesson.name, step.name);
        let blocks = step.blocks.iter();
        let blocks = blocks.map(|block| sheet(text, block, &link, &step.name));
        let blocks: Vec<_> = blocks.collect();
        view! { <section class="sheet"><h2>{at + 1}". "{step.title.get(tongue)}</h2>{blocks}</section> }
    });
    let answers = lesson.steps.iter().enumerate().flat_map(|(at, step)| {
        let questions = step
            .questions()
            .filter_map(|asked| ('a'..).zip(&asked.answers).find(|(_, it)| it.is_right));
        let questions = questions
            .map(|(letter, answer)| (format!("{letter}) "), &answer.text, &answer.feedback));
        let goals = step
            .exercise()
            .into_iter()
            .map(|exercise| (String::new(), &exercise.goal, &exercise.good));
        let rows: Vec<_> = goals.chain(questions).collect();
        rows.into_iter()
            .map(move |(letter, what, why)| (at + 1, letter, what, why))
    });
    let answers = answers.map(|(step, letter, what, why)| {
        view! { <li>{step}". "{letter}{said(text, what)}" – "{said(text, why)}</li> }
    });
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    let aim = lesson.aim.as_ref().map(|aim| {
        view! { <p><b>{text.get(M::LessonAim)}":"</b>" "{said(text, aim)}</p> }
    });
    view! {
        <article class="lesson prose printed" data-testid="sheet">
            <p class="small screen"><a href=format!("#/learn/{}", lesson.name)>{lesson.title.get(tongue)}</a></p>
            <h1>{lesson.title.get(tongue)}</h1>
            <p class="who">{text.get(M::SheetName)}</p>
            <p>{lesson.about.get(tongue)}" "{text.get(M::LessonDuration)}" "{minutes}"."</p>
            {aim}
            <p class="row screen"><button type="button" class="main" on:click=tap(browser::print)>{text.get(M::LessonPrintNow)}</button></p>
            {steps.collect_view()}
            <section class="answers-apart"><h2>{text.get(M::LessonAnswers)}</h2><ul>{answers.collect_view()}</ul></section>
        </article>
    }
    .into_any()
}

fn said(text: Text, words: &Words) -> AnyView {
    prose(text, words, &mut all_seen())
}

fn sheet(text: Text, block: &'static Block, link: &str, id: &str) -> AnyView {
    match block {
        Block::Text(words) | Block::Takeaway(words) => {
            view! { <p>{said(text, words)}</p> }.into_any()
        }
        Block::Point(words) => {
            view! { <ul class="point"><li>{said(text, words)}</li></ul> }.into_any()
        }
        Block::Terminal(_) => ().into_any(),
        Block::Code(of) => listing(text, of, None),
        Block::Demo(demo, argument) => {
            // A grid that a demo begins with can be worked on with a pencil too.
            let game = read_link(argument)
                .ok()
                .filter(|game| !game.moves().is_empty());
            let drawn = game.map(|game| {
                let shown = derived(move || {
                    let mut shown = Picture::of(&game);
                    // Beside code rows count from 0 at the top, on paper as well.
                    shown.rulers = Some(if demo.listings().is_empty() {
                        Rulers::People
                    } else {
                        Rulers::FromTop
                    });
                    shown
                });
                picture(text, shown, None)
            });
            let said = text.with(M::LessonDemoOnScreen, &[("link", &link)]);
            view! { {demos::still(text, *demo, id)}{drawn}<p class="small">{said}</p> }.into_any()
        }
        Block::Question(asked) => {
            let answers = asked
                .answers
                .iter()
                .map(|answer| view! { <li>{said(text, &answer.text)}</li> });
            view! { <p><b>{said(text, &asked.ask)}</b></p><ol type="a">{answers.collect_view()}</ol> }
                .into_any()
        }
        Block::Scene(scene) => drawn(text, scene),
        Block::Write(words) => view! { <p>{said(text, words)}</p><p class="lines"></p> }.into_any(),
    }
}

fn drawn(text: Text, scene: &'static Scene) -> AnyView {
    let shown = derived(move || {
        let mut picture = Picture::of(&scene.game);
        picture.rulers = Some(Rulers::People);
        let arrows = scene.arrows.iter();
        picture
            .arrows
            .extend(arrows.map(|(from, to)| (spot(*from), spot(*to))));
        picture
            .signs
            .extend(scene.marks.iter().map(|space| (spot(*space), Sign::Ring)));
        picture
    });
    let goal = scene.exercise.as_ref().map(|exercise| {
        view! { <p><b>{text.get(M::LessonGoal)}</b>" "{said(text, &exercise.goal)}</p> }
    });
    view! { {picture(text, shown, None)}{goal} }.into_any()
}
