-- The portal was away when this booking's use was to begin: until then nobody could begin or cancel it.

alter table booking add column silent_until timestamptz;
