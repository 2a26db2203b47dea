ALTER TABLE games ADD COLUMN to_move BIGINT;
ALTER TABLE game_results ADD COLUMN winner BIGINT;
ALTER TABLE seeks ADD COLUMN terms_key TEXT;
ALTER TABLE seeks ADD COLUMN source TEXT;
ALTER TABLE seeks ADD COLUMN accepted_ms BIGINT;
CREATE INDEX seeks_of_terms ON seeks (terms_key);
CREATE INDEX seeks_accepted ON seeks (accepted_ms);
CREATE TABLE retired_names (
    name_hash TEXT PRIMARY KEY,
    until_ms BIGINT NOT NULL
);
