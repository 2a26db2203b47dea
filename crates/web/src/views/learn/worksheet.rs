//! A lesson as a worksheet to print: all its steps, and the answers apart at the end.

use foursight_lessons::{BilingualText, Block, Lesson, Scene};
use foursight_page::text::{Text, UiMessage as M};
use foursight_record::read_link;
use leptos::prelude::*;

use super::super::click_handler;
use super::all_terms;
use super::blocks::prose;
use super::board_picture::{BoardPicture, PictureMark, RulerStyle, coords, picture};
use super::demos;
use super::widgets::listing;
use crate::browser;
use crate::shell::signals::erased_memo;

/// The worksheet.
pub(super) fn show(text: Text, lesson: &'static Lesson) -> AnyView {
    let language = text.0;
    let steps = lesson.steps.iter().enumerate().map(|(at, step)| {
        let link = format!("{}#/learn/{}/{}", browser::base(), lesson.name, step.name);
        let blocks = step.blocks.iter();
        let blocks = blocks.map(|block| block_view(text, block, &link, &step.name));
        let blocks: Vec<_> = blocks.collect();
        view! { <section class="sheet"><h2>{at + 1}". "{step.title.get(language)}</h2>{blocks}</section> }
    });
    let answers = lesson.steps.iter().enumerate().flat_map(|(at, step)| {
        let questions = step.questions().filter_map(|question| {
            ('a'..)
                .zip(&question.answers)
                .find(|(_, answer)| answer.is_right)
        });
        let questions = questions
            .map(|(letter, answer)| (format!("{letter}) "), &answer.text, &answer.feedback));
        let goals = step
            .exercise()
            .into_iter()
            .map(|exercise| (String::new(), &exercise.goal, &exercise.success));
        let rows: Vec<_> = goals.chain(questions).collect();
        rows.into_iter()
            .map(move |(letter, answer_text, explanation)| {
                (at + 1, letter, answer_text, explanation)
            })
    });
    let answers = answers.map(|(step, letter, answer_text, explanation)| {
        view! { <li>{step}". "{letter}{unlinked_prose(text, answer_text)}" – "{unlinked_prose(text, explanation)}</li> }
    });
    let minutes = text.with(M::LessonMinutes, &[("minutes", &lesson.minutes)]);
    let aim = lesson.aim.as_ref().map(|aim| {
        view! { <p><b>{text.get(M::LessonAim)}":"</b>" "{unlinked_prose(text, aim)}</p> }
    });
    view! {
        <article class="lesson prose printed" data-testid="sheet">
            <p class="small screen"><a href=format!("#/learn/{}", lesson.name)>{lesson.title.get(language)}</a></p>
            <h1>{lesson.title.get(language)}</h1>
            <p class="who">{text.get(M::SheetName)}</p>
            <p>{lesson.about.get(language)}" "{minutes}"."</p>
            {aim}
            <p class="row screen"><button type="button" class="main" on:click=click_handler(browser::print)>{text.get(M::LessonPrintNow)}</button></p>
            {steps.collect_view()}
            <section class="answers-apart"><h2>{text.get(M::LessonAnswers)}</h2><ul>{answers.collect_view()}</ul></section>
        </article>
    }
    .into_any()
}

fn unlinked_prose(text: Text, words: &BilingualText) -> AnyView {
    prose(text, words, &mut all_terms())
}

fn block_view(text: Text, block: &'static Block, link: &str, id: &str) -> AnyView {
    match block {
        Block::Text(words) | Block::Takeaway(words) => {
            view! { <p>{unlinked_prose(text, words)}</p> }.into_any()
        }
        Block::Point(words) => {
            view! { <ul class="point"><li>{unlinked_prose(text, words)}</li></ul> }.into_any()
        }
        Block::TerminalText(_) => ().into_any(),
        Block::Code(of) => listing(text, of, None),
        Block::Demo(demo, argument) => {
            // The initial board of a demo can be worked on with a pencil too.
            let game = read_link(argument)
                .ok()
                .filter(|game| !game.moves().is_empty());
            let board = game.map(|game| {
                let shown = erased_memo(move || {
                    let mut shown = BoardPicture::of(&game);
                    // Beside code, rows count from 0 at the top, on paper as well.
                    shown.rulers = Some(if demo.listings().is_empty() {
                        RulerStyle::People
                    } else {
                        RulerStyle::FromTop
                    });
                    shown
                });
                picture(text, shown, None)
            });
            let note = text.with(M::LessonDemoOnScreen, &[("link", &link)]);
            view! { {demos::printed(text, *demo, id)}{board}<p class="small">{note}</p> }.into_any()
        }
        Block::Question(question) => {
            let answers = question
                .answers
                .iter()
                .map(|answer| view! { <li>{unlinked_prose(text, &answer.text)}</li> });
            view! { <p><b>{unlinked_prose(text, &question.prompt)}</b></p><ol type="a">{answers.collect_view()}</ol> }
                .into_any()
        }
        Block::Scene(scene) => scene_view(text, scene),
        Block::Write(words) => {
            view! { <p>{unlinked_prose(text, words)}</p><p class="lines"></p> }.into_any()
        }
    }
}

fn scene_view(text: Text, scene: &'static Scene) -> AnyView {
    let shown = erased_memo(move || {
        let mut picture = BoardPicture::of(&scene.game);
        picture.rulers = Some(RulerStyle::People);
        let arrows = scene.arrows.iter();
        picture
            .arrows
            .extend(arrows.map(|(from, to)| (coords(*from), coords(*to))));
        picture.marks.extend(
            scene
                .marks
                .iter()
                .map(|cell| (coords(*cell), PictureMark::Ring)),
        );
        picture
    });
    let goal = scene.exercise.as_ref().map(|exercise| {
        view! { <p><b>{text.get(M::LessonGoal)}</b>" "{unlinked_prose(text, &exercise.goal)}</p> }
    });
    view! { {picture(text, shown, None)}{goal} }.into_any()
}
