-- How often a scheme of the benefit evaluation was changed. Its points, quotas and grades depend on one
-- another: whoever changes it says which saving he had before him, as with the evaluations themselves.

alter table benefit_scheme add column revision int not null default 0;
