-- How often the content of a paper was saved that several people fill in: whoever saves it, or hands it on, says
-- which saving he had before him, as with evaluations of benefit.

alter table tender add column revision int not null default 0;
alter table supplier add column revision int not null default 0;
alter table panel add column revision int not null default 0;
