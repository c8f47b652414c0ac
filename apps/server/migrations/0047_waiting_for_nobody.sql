-- When whoever can name somebody was last told that a task waits for nobody it asks for.
alter table approval_task add column nobody_told_at timestamptz;

-- A card owner's decision is his: what fell to others while he was away is his again.
update approval_task set role = 'person', user_id = asked_user_id where state = 'waiting' and step = 'card_owner' and role <> 'person';
