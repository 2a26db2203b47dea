ALTER TABLE people ADD COLUMN locked_ms BIGINT;
CREATE TABLE reset_links (
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    until_ms BIGINT NOT NULL
);
CREATE INDEX reset_links_of ON reset_links (person);
CREATE TABLE audit_log (
    seq BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL
);
