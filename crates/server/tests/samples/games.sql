CREATE TABLE public.blocks (
    person text NOT NULL,
    other text NOT NULL
);
CREATE TABLE public.game_events (
    game text NOT NULL,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    data text NOT NULL
);
CREATE TABLE public.game_results (
    game text NOT NULL,
    start_seq bigint NOT NULL,
    end_seq bigint NOT NULL,
    ending text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE public.games (
    id text NOT NULL,
    one text NOT NULL,
    two text NOT NULL,
    made_ms bigint NOT NULL,
    changed_ms bigint NOT NULL,
    is_over bigint NOT NULL,
    is_timed bigint DEFAULT 1 NOT NULL
);
CREATE TABLE public.migrations (
    version bigint NOT NULL
);
CREATE TABLE public.nodes (
    id text NOT NULL,
    seen_ms bigint NOT NULL
);
CREATE TABLE public.people (
    id text NOT NULL,
    name text NOT NULL,
    name_key text,
    password text,
    made_ms bigint NOT NULL,
    seen_ms bigint NOT NULL
);
CREATE TABLE public.seeks (
    id text NOT NULL,
    secret text,
    person text NOT NULL,
    terms text NOT NULL,
    made_ms bigint NOT NULL,
    seen_ms bigint NOT NULL,
    game text
);
CREATE TABLE public.sessions (
    hash text NOT NULL,
    person text NOT NULL,
    kind text NOT NULL,
    made_ms bigint NOT NULL,
    until_ms bigint NOT NULL
);
INSERT INTO public.blocks VALUES ('2irdr7av4eic', '2zdnh3zdhywu');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 1, 1794987279842, '{"kind":"started","start":{"rules":"standard 7x6/4","seats":[{"person":"2zdnh3zdhywu"},{"person":"2irdr7av4eic"}],"starts":"in_turn","first":0,"consent":"agreement","wins":[0,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 2, 1794987279846, '{"kind":"moved","move":"4","spent_ms":4}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 3, 1794987279847, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 4, 1794987279849, '{"kind":"moved","move":"4","spent_ms":2}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 5, 1794987279850, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 6, 1794987279851, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 7, 1794987279852, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 8, 1794987279854, '{"kind":"moved","move":"4","spent_ms":2}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 9, 1794987279856, '{"kind":"offered","seat":0,"offer":{"kind":"rematch"}}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 10, 1794987279857, '{"kind":"started","start":{"rules":"standard 7x6/4","seats":[{"person":"2zdnh3zdhywu"},{"person":"2irdr7av4eic"}],"starts":"in_turn","first":1,"consent":"agreement","wins":[1,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 11, 1794987279858, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 12, 1794987279859, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 13, 1794987279861, '{"kind":"offered","seat":0,"offer":{"kind":"take_back","to":1}}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 14, 1794987279862, '{"kind":"taken_back","to":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 15, 1794987279863, '{"kind":"moved","move":"3","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 16, 1794987279864, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 17, 1794987279865, '{"kind":"offered","seat":0,"offer":{"kind":"draw"}}');
INSERT INTO public.game_events VALUES ('yqvqiitfrfum', 18, 1794987279866, '{"kind":"ended","ending":{"kind":"tied","by":"agreement"}}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 1, 1794987279869, '{"kind":"started","start":{"rules":"pop-out 7x6/4","seats":[{"person":"2zdnh3zdhywu"},{"person":"2irdr7av4eic"}],"starts":"in_turn","first":1,"clock":{"kind":"total","main_ms":180000,"increment_ms":2000},"consent":"agreement","wins":[0,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 2, 1794987279870, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 3, 1794987279872, '{"kind":"moved","move":"4","spent_ms":2}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 4, 1794987279873, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 5, 1794987279874, '{"kind":"moved","move":"3","spent_ms":1}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 6, 1794987279875, '{"kind":"moved","move":"P4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 7, 1794987279877, '{"kind":"moved","move":"4","spent_ms":2}');
INSERT INTO public.game_events VALUES ('4sdhecqb3juw', 8, 1794987279878, '{"kind":"ended","ending":{"kind":"won","winner":"first","by":"resignation"}}');
INSERT INTO public.game_events VALUES ('yn7hiwxszjkp', 1, 1794987279880, '{"kind":"started","start":{"rules":"power-up 7x6/4","seats":[{"person":"2zdnh3zdhywu"},{"person":"2irdr7av4eic"}],"starts":"in_turn","first":0,"clock":{"kind":"per_turn","turn_ms":86400000},"consent":"agreement","wins":[0,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('yn7hiwxszjkp', 2, 1794987279883, '{"kind":"moved","move":"4","spent_ms":3}');
INSERT INTO public.game_events VALUES ('yn7hiwxszjkp', 3, 1794987279885, '{"kind":"moved","move":"A4","spent_ms":2}');
INSERT INTO public.game_events VALUES ('yn7hiwxszjkp', 4, 1794987279887, '{"kind":"moved","move":"W5","spent_ms":2}');
INSERT INTO public.game_events VALUES ('8riiifq3v4wj', 1, 1794987279891, '{"kind":"started","start":{"rules":"five-in-a-row 9x6/5","seats":[{"person":"2zdnh3zdhywu"},{"person":"2irdr7av4eic"}],"starts":"in_turn","first":0,"consent":"agreement","wins":[0,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('8riiifq3v4wj', 2, 1794987279893, '{"kind":"ended","ending":{"kind":"aborted"}}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 1, 1794987279895, '{"kind":"started","start":{"rules":"standard 4x4/4","seats":[{"person":"2zdnh3zdhywu"},{"bot":"easy"}],"starts":"in_turn","first":0,"consent":"free","wins":[0,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 2, 1794987279897, '{"kind":"moved","move":"1","spent_ms":2}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 3, 1794987279898, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 4, 1794987279900, '{"kind":"moved","move":"1","spent_ms":2}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 5, 1794987279900, '{"kind":"moved","move":"3","spent_ms":0}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 6, 1794987279902, '{"kind":"moved","move":"1","spent_ms":2}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 7, 1794987279903, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('xx8wkfe5icwm', 8, 1794987279904, '{"kind":"moved","move":"1","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 1, 1794987279907, '{"kind":"started","start":{"rules":"standard 7x6/4","seats":[{"person":"2zdnh3zdhywu"},{"person":"2irdr7av4eic"}],"starts":"in_turn","first":0,"consent":"agreement","wins":[0,0],"ties":0,"is_counted":true,"has_ended":false}}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 2, 1794987279908, '{"kind":"moved","move":"3","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 3, 1794987279909, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 4, 1794987279910, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 5, 1794987279911, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 6, 1794987280614, '{"kind":"moved","move":"5","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 7, 1794987280616, '{"kind":"moved","move":"3","spent_ms":2}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 8, 1794987281319, '{"kind":"moved","move":"3","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 9, 1794987281320, '{"kind":"moved","move":"3","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 10, 1794987282023, '{"kind":"moved","move":"4","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 11, 1794987282025, '{"kind":"moved","move":"1","spent_ms":2}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 12, 1794987282026, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 13, 1794987282027, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 14, 1794987282730, '{"kind":"moved","move":"4","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 15, 1794987282731, '{"kind":"moved","move":"4","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 16, 1794987283434, '{"kind":"moved","move":"4","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 17, 1794987283435, '{"kind":"moved","move":"3","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 18, 1794987283436, '{"kind":"moved","move":"5","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 19, 1794987283438, '{"kind":"moved","move":"5","spent_ms":2}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 20, 1794987284141, '{"kind":"moved","move":"2","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 21, 1794987284142, '{"kind":"moved","move":"2","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 22, 1794987284845, '{"kind":"moved","move":"2","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 23, 1794987284846, '{"kind":"moved","move":"2","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 24, 1794987284847, '{"kind":"moved","move":"2","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 25, 1794987284848, '{"kind":"moved","move":"3","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 26, 1794987285552, '{"kind":"moved","move":"6","spent_ms":704}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 27, 1794987285553, '{"kind":"moved","move":"7","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 28, 1794987286256, '{"kind":"moved","move":"7","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 29, 1794987286258, '{"kind":"moved","move":"6","spent_ms":2}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 30, 1794987286961, '{"kind":"moved","move":"7","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 31, 1794987286962, '{"kind":"moved","move":"7","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 32, 1794987286963, '{"kind":"moved","move":"6","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 33, 1794987286964, '{"kind":"moved","move":"6","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 34, 1794987287667, '{"kind":"moved","move":"6","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 35, 1794987287668, '{"kind":"moved","move":"6","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 36, 1794987288371, '{"kind":"moved","move":"2","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 37, 1794987288373, '{"kind":"moved","move":"1","spent_ms":2}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 38, 1794987288374, '{"kind":"moved","move":"7","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 39, 1794987288375, '{"kind":"moved","move":"1","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 40, 1794987289078, '{"kind":"moved","move":"1","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 41, 1794987289079, '{"kind":"moved","move":"1","spent_ms":1}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 42, 1794987289782, '{"kind":"moved","move":"7","spent_ms":703}');
INSERT INTO public.game_events VALUES ('vbaqh7ad7iqn', 43, 1794987289784, '{"kind":"moved","move":"1","spent_ms":2}');
INSERT INTO public.game_results VALUES ('yqvqiitfrfum', 1, 8, '{"kind":"won","winner":"first","by":"rules"}', 1794987279854);
INSERT INTO public.game_results VALUES ('yqvqiitfrfum', 10, 18, '{"kind":"tied","by":"agreement"}', 1794987279866);
INSERT INTO public.game_results VALUES ('4sdhecqb3juw', 1, 8, '{"kind":"won","winner":"first","by":"resignation"}', 1794987279878);
INSERT INTO public.game_results VALUES ('8riiifq3v4wj', 1, 2, '{"kind":"aborted"}', 1794987279893);
INSERT INTO public.game_results VALUES ('xx8wkfe5icwm', 1, 8, '{"kind":"won","winner":"first","by":"rules"}', 1794987279904);
INSERT INTO public.game_results VALUES ('vbaqh7ad7iqn', 1, 43, '{"kind":"tied","by":"grid_full"}', 1794987289784);
INSERT INTO public.games VALUES ('yqvqiitfrfum', '2zdnh3zdhywu', '2irdr7av4eic', 1794987279842, 1794987279866, 1, 0);
INSERT INTO public.games VALUES ('4sdhecqb3juw', '2zdnh3zdhywu', '2irdr7av4eic', 1794987279869, 1794987279878, 1, 1);
INSERT INTO public.games VALUES ('yn7hiwxszjkp', '2zdnh3zdhywu', '2irdr7av4eic', 1794987279880, 1794987279880, 0, 1);
INSERT INTO public.games VALUES ('8riiifq3v4wj', '2zdnh3zdhywu', '2irdr7av4eic', 1794987279891, 1794987279893, 1, 0);
INSERT INTO public.games VALUES ('xx8wkfe5icwm', '2zdnh3zdhywu', 'easy', 1794987279895, 1794987279904, 1, 0);
INSERT INTO public.games VALUES ('vbaqh7ad7iqn', '2zdnh3zdhywu', '2irdr7av4eic', 1794987279907, 1794987289784, 1, 0);
INSERT INTO public.migrations VALUES (1);
INSERT INTO public.migrations VALUES (2);
INSERT INTO public.nodes VALUES ('pwv4qzdz5nhh', 1794987291742);
INSERT INTO public.people VALUES ('2zdnh3zdhywu', 'Ada', 'ada', '$argon2id$v=19$m=19456,t=2,p=1$sWvHnG/yVGOTAwMcl7kz9w$mv5ppUOHuwYISsi4CcThtxbEQmmpgQjEo28XdKW9Ln0', 1794987279781, 1794987292605);
INSERT INTO public.people VALUES ('2irdr7av4eic', 'Clever Marten 938', NULL, NULL, 1794987279783, 1794987292605);
INSERT INTO public.seeks VALUES ('wq2mdawv3jrr', NULL, '2zdnh3zdhywu', '{"rules":"standard 7x6/4","first":"host"}', 1794987279839, 1794987279839, 'yqvqiitfrfum');
INSERT INTO public.seeks VALUES ('7dgsqge423su', NULL, '2zdnh3zdhywu', '{"rules":"pop-out 7x6/4","clock":{"kind":"total","main_ms":180000,"increment_ms":2000},"first":"guest"}', 1794987279867, 1794987279867, '4sdhecqb3juw');
INSERT INTO public.seeks VALUES ('b2wqqd3ua4ud', NULL, '2zdnh3zdhywu', '{"rules":"power-up 7x6/4","clock":{"kind":"per_turn","turn_ms":86400000},"first":"host"}', 1794987279879, 1794987279879, 'yn7hiwxszjkp');
INSERT INTO public.seeks VALUES ('wvtxqtctd56a', NULL, '2zdnh3zdhywu', '{"rules":"five-in-a-row","first":"host"}', 1794987279889, 1794987279889, '8riiifq3v4wj');
INSERT INTO public.seeks VALUES ('6p56iu4pdmz4', NULL, '2zdnh3zdhywu', '{"rules":"standard 7x6/4","first":"host"}', 1794987279905, 1794987279905, 'vbaqh7ad7iqn');
INSERT INTO public.seeks VALUES ('jnnivf8i5uh8', 'ae5d347271dfe65cf32807112de2b5626c3d9fc661871dcfa679d754eb09939d', '2zdnh3zdhywu', '{"rules":"standard 9x7/5","first":"lot"}', 1794987289785, 1794987289785, NULL);
INSERT INTO public.sessions VALUES ('ffe66b93ecd1267bc1de9fd66e0cde8e7c42331c04208cdc6118de237a0e34e1', '2irdr7av4eic', 'bearer', 1794987279784, 1810539279784);
INSERT INTO public.sessions VALUES ('dda29283d6130fea8f7b7ba2852b638e810068cbe05ae36a56409937b1488f2d', '2zdnh3zdhywu', 'bearer', 1794987279824, 1810539279824);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (person, other);
ALTER TABLE ONLY public.game_events
    ADD CONSTRAINT game_events_pkey PRIMARY KEY (game, seq);
ALTER TABLE ONLY public.game_results
    ADD CONSTRAINT game_results_pkey PRIMARY KEY (game, start_seq);
ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.nodes
    ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT seeks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.seeks
    ADD CONSTRAINT seeks_secret_key UNIQUE (secret);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);
CREATE INDEX games_of_one ON public.games USING btree (one, is_over, changed_ms DESC);
CREATE INDEX games_of_two ON public.games USING btree (two, is_over, changed_ms DESC);
CREATE INDEX games_timed ON public.games USING btree (is_over, is_timed);
CREATE INDEX seeks_of ON public.seeks USING btree (person);
CREATE INDEX sessions_of ON public.sessions USING btree (person);
