-- Whether the asker lets others read the question. `shared` says whether they may read it: whoever answers
-- decides that, and may decide otherwise later. Of what was answered before, only the result is known.
alter table consulting add column shareable boolean not null default true;
update consulting set shareable = shared;
alter table consulting add constraint consulting_shareable check (shareable or not shared);
