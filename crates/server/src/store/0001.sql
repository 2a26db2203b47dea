CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT UNIQUE,
    password TEXT,
    made_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);
CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    until_ms BIGINT NOT NULL
);
CREATE INDEX sessions_of ON sessions (person);
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    one TEXT NOT NULL,
    two TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    is_over BIGINT NOT NULL
);
CREATE INDEX games_of_one ON games (one, changed_ms);
CREATE INDEX games_of_two ON games (two, changed_ms);
CREATE TABLE game_events (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);
CREATE TABLE game_results (
    game TEXT NOT NULL,
    start_seq BIGINT NOT NULL,
    end_seq BIGINT NOT NULL,
    ending TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (game, start_seq)
);
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    secret TEXT UNIQUE,
    person TEXT NOT NULL,
    terms TEXT NOT NULL,
    made_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL,
    game TEXT
);
CREATE INDEX seeks_of ON seeks (person);
CREATE TABLE blocks (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    seen_ms BIGINT NOT NULL
);
