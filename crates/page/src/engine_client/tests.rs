use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Wake;

use foursight_bots::Personality;
use foursight_core::Game;
use foursight_protocol::engine::{NetWorkerError, decode_request, encode_response};

use super::*;

/// Requests before an answer came, as by a player who leans on a key.
const IMPATIENT_REQUESTS: u32 = 1000;

/// A host whose workers answer when a test says so.
#[derive(Clone, Default)]
struct TestHost(Rc<RefCell<HostLog>>);

#[derive(Default)]
struct HostLog {
    /// The events of each worker ever launched.
    launched: Vec<EngineEvents>,
    /// By worker, the requests it has received.
    received: Vec<Vec<EngineRequest>>,
    terminated: usize,
    ready: usize,
    is_broken: bool,
}

struct TestProcess {
    host: TestHost,
    index: usize,
}

impl EngineHost for TestHost {
    fn launch(&self, _: EngineKind, events: EngineEvents) -> Option<Box<dyn EngineProcess>> {
        let mut log = self.0.borrow_mut();
        if log.is_broken {
            return None;
        }
        log.launched.push(events);
        log.received.push(Vec::new());
        let (host, index) = (self.clone(), log.received.len() - 1);
        Some(Box::new(TestProcess { host, index }))
    }

    fn on_ready(&self) {
        self.0.borrow_mut().ready += 1;
    }
}

impl EngineProcess for TestProcess {
    fn post(&self, message: &[u8]) {
        let request = decode_request(message).expect("a request");
        self.host.0.borrow_mut().received[self.index].push(request);
    }
}

impl Drop for TestProcess {
    fn drop(&mut self) {
        self.host.0.borrow_mut().terminated += 1;
    }
}

impl TestHost {
    fn client(&self, kind: EngineKind) -> EngineClient {
        EngineClient::new(kind, Box::new(self.clone()))
    }

    fn launches(&self) -> usize {
        self.0.borrow().launched.len()
    }

    fn events(&self, worker: usize) -> EngineEvents {
        self.0.borrow().launched[worker].clone()
    }

    fn post(&self, worker: usize, response: &EngineResponse) {
        self.events(worker).on_message(&encode_response(response));
    }

    fn make_ready(&self, worker: usize) {
        self.post(worker, &EngineResponse::Ready);
    }

    /// Returns the requests that a worker has received, without those for the book.
    fn received(&self, worker: usize) -> Vec<EngineRequest> {
        let log = self.0.borrow();
        let requests = log.received[worker].iter();
        let is_book = |request: &&EngineRequest| request.query == EngineQuery::LoadBook;
        requests
            .filter(|request| !is_book(request))
            .cloned()
            .collect()
    }

    /// Answers a request with the seed that it was made with.
    fn answer(&self, worker: usize, request: &EngineRequest) {
        let id = request.id;
        let reply = reply(seed_of(&request.query));
        self.post(worker, &EngineResponse::Reply { id, reply });
    }
}

/// A query that differs from others by its seed.
fn query(seed: u64) -> EngineQuery {
    EngineQuery::ChooseLearnerMove {
        game: Game::default(),
        memory: String::new(),
        seed,
    }
}

fn seed_of(query: &EngineQuery) -> u64 {
    match query {
        EngineQuery::ChooseLearnerMove { seed, .. } => *seed,
        other => panic!("{other:?}"),
    }
}

fn reply(seed: u64) -> EngineReply {
    EngineReply::LearnerMemory(seed.to_string())
}

fn poll(pending: &mut PendingReply) -> Poll<RequestResult> {
    Pin::new(pending).poll(&mut Context::from_waker(Waker::noop()))
}

#[track_caller]
fn check(pending: &mut PendingReply, expected: RequestResult) {
    assert_eq!(poll(pending), Poll::Ready(expected));
}

fn seeds(requests: &[EngineRequest]) -> Vec<u64> {
    requests
        .iter()
        .map(|request| seed_of(&request.query))
        .collect()
}

#[test]
fn replies_reach_their_requests_in_any_order() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Solver);
    let mut pending: Vec<_> = (0..3).map(|seed| client.request(query(seed))).collect();
    host.make_ready(0);
    for request in host.received(0).iter().rev() {
        assert!(pending.iter_mut().any(|pending| poll(pending).is_pending()));
        host.answer(0, request);
    }
    for (seed, pending) in pending.iter_mut().enumerate() {
        check(pending, Ok(reply(seed as u64)));
    }
    assert_eq!((host.launches(), host.0.borrow().ready), (1, 1));
}

#[test]
fn requests_wait_until_the_worker_is_ready_and_the_book_comes_first() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Solver);
    client.start();
    host.make_ready(0);
    assert!(host.0.borrow().received[0].is_empty(), "a request was sent");
    drop(client);
    let client = host.client(EngineKind::Solver);
    let mut first = client.request(query(1));
    assert!(poll(&mut first).is_pending());
    assert!(
        host.0.borrow().received[1].is_empty(),
        "it does not read yet"
    );
    host.make_ready(1);
    let _second = client.request(query(2));
    let received = host.0.borrow().received[1].clone();
    assert_eq!(received[0].query, EngineQuery::LoadBook);
    assert_eq!(seeds(&received[1..]), [1, 2], "the book is loaded once");
    // Its response belongs to no request.
    let (id, reply) = (received[0].id, EngineReply::BookLoaded);
    host.post(1, &EngineResponse::Reply { id, reply });
    assert!(poll(&mut first).is_pending());
    // The nets have no book.
    let client = host.client(EngineKind::Nets);
    let _third = client.request(query(3));
    host.make_ready(2);
    assert_eq!(host.0.borrow().received[2].len(), 1);
}

#[test]
fn the_last_of_a_thousand_requests_is_answered() {
    for is_ready in [false, true] {
        let host = TestHost::default();
        let client = host.client(EngineKind::Solver);
        let mut pending = client.request(query(0));
        if is_ready {
            host.make_ready(0);
        }
        for seed in 1..IMPATIENT_REQUESTS {
            assert!(poll(&mut pending).is_pending());
            pending = client.request(query(seed.into()));
        }
        // The worker was replaced only if it had begun, and the new one is not ready in between.
        let last = usize::from(is_ready);
        assert_eq!(host.launches(), last + 1);
        host.make_ready(last);
        let requests = host.received(last);
        assert_eq!(seeds(&requests), [u64::from(IMPATIENT_REQUESTS) - 1]);
        host.answer(last, &requests[0]);
        check(&mut pending, Ok(reply(u64::from(IMPATIENT_REQUESTS) - 1)));
        assert!(client.0.state.borrow().requests.is_empty());
    }
}

#[test]
fn a_thousand_requests_at_once_are_all_answered() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Nets);
    let all = 0..u64::from(IMPATIENT_REQUESTS);
    let mut pending: Vec<_> = all
        .clone()
        .map(|seed| client.request(query(seed)))
        .collect();
    host.make_ready(0);
    for request in host.received(0) {
        host.answer(0, &request);
    }
    for (seed, pending) in all.zip(&mut pending) {
        check(pending, Ok(reply(seed)));
    }
    assert!(client.0.state.borrow().requests.is_empty());
}

#[test]
fn cancelling_in_the_middle_sends_the_others_again() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Solver);
    let mut training = client.request(query(1));
    let mut search = client.request(query(2));
    let mut next = client.request(query(3));
    host.make_ready(0);
    let late = host.received(0)[1].clone();
    search.token().cancel();
    check(&mut search, Err(RequestError::Cancelled));
    assert_eq!((host.launches(), host.0.borrow().terminated), (2, 1));
    // Neither the old worker nor the new one can answer what was cancelled.
    host.answer(0, &late);
    host.answer(1, &late);
    host.make_ready(0);
    assert!(host.received(1).is_empty(), "readiness of the old worker");
    host.make_ready(1);
    let requests = host.received(1);
    assert_eq!(seeds(&requests), [1, 3]);
    for request in &requests {
        host.answer(1, request);
    }
    check(&mut training, Ok(reply(1)));
    check(&mut next, Ok(reply(3)));
}

#[test]
fn only_a_busy_solver_is_replaced() {
    // Not sent yet.
    let host = TestHost::default();
    let client = host.client(EngineKind::Solver);
    drop(client.request(query(1)));
    assert_eq!(host.launches(), 1);
    // Already answered. The task may have been woken and not run yet; it must not get the reply of a
    // view that is gone.
    let mut answered = client.request(query(2));
    host.make_ready(0);
    host.answer(0, &host.received(0)[0]);
    let token = answered.token();
    token.cancel();
    check(&mut answered, Err(RequestError::Cancelled));
    token.cancel();
    drop(answered);
    token.cancel();
    assert_eq!(host.launches(), 1);
    // A net answers at once.
    let host = TestHost::default();
    let client = host.client(EngineKind::Nets);
    let cancelled = client.request(query(1));
    let mut other = client.request(query(2));
    host.make_ready(0);
    drop(cancelled);
    assert_eq!(host.launches(), 1);
    for request in host.received(0) {
        host.answer(0, &request);
    }
    check(&mut other, Ok(reply(2)));
}

#[test]
fn a_dead_worker_fails_all_requests_and_the_next_one_launches_another() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Solver);
    let mut sent = client.request(query(1));
    host.make_ready(0);
    let mut second = client.request(query(2));
    host.events(0).on_error();
    check(&mut sent, Err(RequestError::EngineFailed));
    check(&mut second, Err(RequestError::EngineFailed));
    // A second report of the same failure does not reach the next worker.
    let mut third = client.request(query(3));
    host.events(0).on_error();
    host.make_ready(1);
    host.answer(1, &host.received(1)[0]);
    check(&mut third, Ok(reply(3)));
    assert_eq!(host.launches(), 2);
}

#[test]
fn a_worker_that_cannot_be_launched_is_an_error() {
    let host = TestHost::default();
    host.0.borrow_mut().is_broken = true;
    let client = host.client(EngineKind::Solver);
    client.start();
    check(
        &mut client.request(query(1)),
        Err(RequestError::EngineFailed),
    );
    host.0.borrow_mut().is_broken = false;
    let mut pending = client.request(query(2));
    let cancelled = client.request(query(3));
    host.make_ready(0);
    host.0.borrow_mut().is_broken = true;
    drop(cancelled);
    check(&mut pending, Err(RequestError::EngineFailed));
}

#[test]
fn refusals_reach_their_requests() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Nets);
    let mut pending = client.request(query(1));
    host.make_ready(0);
    let error = EngineError::Net(NetWorkerError::NotLoaded);
    let id = host.received(0)[0].id;
    let refusal = error.clone();
    host.post(0, &EngineResponse::Failed { id, error: refusal });
    check(&mut pending, Err(RequestError::Refused(error)));
}

#[test]
fn bytes_that_are_no_message_are_an_error() {
    let valid = encode_response(&EngineResponse::Reply {
        id: 2,
        reply: reply(1),
    });
    let unreadable = encode_response(&EngineResponse::Failed {
        id: UNKNOWN_ID,
        error: EngineError::Refused("a malformed message".to_owned()),
    });
    let mut all = vec![Vec::new(), vec![255; 40], b"hello".to_vec(), unreadable];
    all.extend((0..valid.len()).map(|end| valid[..end].to_vec()));
    for bytes in all {
        let host = TestHost::default();
        let client = host.client(EngineKind::Solver);
        let mut pending = client.request(query(1));
        host.make_ready(0);
        host.events(0).on_message(&bytes);
        check(&mut pending, Err(RequestError::EngineFailed));
        assert_eq!(host.0.borrow().terminated, 1, "{bytes:?}");
        // The next request has a new worker.
        let _next = client.request(query(2));
        assert_eq!(host.launches(), 2, "{bytes:?}");
    }
    // With one byte changed it may be another message, but nothing panics.
    for at in 0..valid.len() {
        for value in 0..=u8::MAX {
            let host = TestHost::default();
            let client = host.client(EngineKind::Solver);
            let _pending = client.request(query(1));
            let mut bytes = valid.clone();
            bytes[at] = value;
            host.events(0).on_message(&bytes);
        }
    }
}

/// Counts how often a task is woken.
#[derive(Default)]
struct CountingWaker(AtomicUsize);

impl Wake for CountingWaker {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_task_is_woken_once_by_whatever_ends_its_request() {
    let endings: [fn(&TestHost, &PendingReply); 4] = [
        |host, _| host.answer(0, &host.received(0)[0]),
        |_, pending| pending.token().cancel(),
        |host, _| host.events(0).on_error(),
        |host, _| host.events(0).on_message(b"hello"),
    ];
    for end in endings {
        let host = TestHost::default();
        let client = host.client(EngineKind::Solver);
        let mut pending = client.request(query(1));
        host.make_ready(0);
        let count = Arc::new(CountingWaker::default());
        let waker = Waker::from(Arc::clone(&count));
        let polled = Pin::new(&mut pending).poll(&mut Context::from_waker(&waker));
        assert!(polled.is_pending());
        end(&host, &pending);
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(poll(&mut pending).is_ready());
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
    }
}

#[test]
fn a_worker_ends_with_its_last_owner() {
    let host = TestHost::default();
    let client = host.client(EngineKind::Nets);
    let pending = client.request(query(1));
    let token = pending.token();
    drop(client);
    assert_eq!(host.0.borrow().terminated, 0);
    drop(pending);
    assert_eq!(host.0.borrow().terminated, 1);
    // Events and tokens outlive it and do nothing.
    host.make_ready(0);
    token.cancel();
}

#[test]
fn each_query_goes_to_the_smallest_engine_that_answers_it() {
    let choose = |level| EngineQuery::ChooseMove {
        game: Game::default(),
        level,
        personality: Personality::Balanced,
        seed: 1,
    };
    let check = |query: EngineQuery, expected: EngineKind| {
        assert_eq!(EngineKind::of(&query), expected, "{query:?}");
    };
    for level in Level::ALL {
        // A bot without a solver is one that the smallest engine can create.
        let bot = level.ladder_bot_without_solver(Personality::Balanced);
        let is_on_ladder = Level::LADDER.contains(&level);
        let expected = match (bot, is_on_ladder) {
            (Some(_), _) => EngineKind::Ladder,
            (None, true) => EngineKind::Solver,
            (None, false) => EngineKind::Nets,
        };
        check(choose(level), expected);
    }
    check(query(1), EngineKind::Solver);
    let game = Game::default();
    check(
        EngineQuery::SolveColumns { game: game.clone() },
        EngineKind::Solver,
    );
    let level = Level::Neural;
    check(EngineQuery::Evaluate { game, level }, EngineKind::Nets);
}
