-- Whose group somebody works in: who pays for what he books unless he names another. Whoever is removed leaves no trace here; whose
-- account is closed stays, since he may come back, but is nobody's default meanwhile.
alter table user_account
  add column supervisor_id bigint references user_account on delete set null deferrable,
  add constraint user_account_own_supervisor check (supervisor_id <> id);
create index user_account_supervisor on user_account (supervisor_id) where supervisor_id is not null;
