-- How often the content of an evaluation was saved: whoever saves says which saving he had before him, so that
-- of two who fill one in at once neither overwrites what he has not seen.

alter table benefit_evaluation add column revision int not null default 0;
