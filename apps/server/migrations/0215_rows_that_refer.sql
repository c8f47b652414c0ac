-- A maintenance plan and a benefit scheme may be deleted, and the rows that refer to them are looked for:
-- records of maintenance keep their work without the plan, evaluations refuse the deletion. Both tables grow
-- every year, and each deletion walked the whole table. The lists of evaluations ask for a scheme as well;
-- the partial indexes of its live and published evaluations cannot answer for all.

create index maintenance_record_plan on maintenance_record (plan_id) where plan_id is not null;
create index benefit_evaluation_scheme on benefit_evaluation (scheme_id, id desc);
