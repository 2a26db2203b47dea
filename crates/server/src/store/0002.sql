ALTER TABLE games ADD COLUMN is_timed BIGINT NOT NULL DEFAULT 1;
CREATE INDEX games_timed ON games (is_over, is_timed);
DROP INDEX games_of_one;
DROP INDEX games_of_two;
CREATE INDEX games_of_one ON games (one, is_over, changed_ms DESC);
CREATE INDEX games_of_two ON games (two, is_over, changed_ms DESC);
