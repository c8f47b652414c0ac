-- Members of a role, counted and paged without reading their rows.
create index user_role_members on user_role (role_id, user_id);
drop index user_role_role;
create index user_account_facets on user_account (id) include (on_campus, enabled, user_type, tier, dept_id);
