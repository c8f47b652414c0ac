-- The browser that asked for a mailed code: the code is valid there only, so that strangers who know the
-- mailbox can neither use up its guesses nor replace it. Null: mailed before this version, valid nowhere.

alter table email_code add column browser_hash bytea;
