-- d.5 of scrapping: from two millions on, at most a third of those who judge it are of the university.
alter table panel add column campus_third boolean not null default false;
with d as (
  insert into dictionary (name, description, builtin) values ('scrap_outside_from', '报废论证校外专家为主起点（元，原值）', true) returning id
)
insert into dictionary_item (dictionary_id, value, label, sort) select id, '2000000', '200 万元', 10 from d;
-- Those that are being put together are called by today's rules.
update panel p set campus_third = true from scrap x where p.business = 'scrap' and x.id = p.row_id and p.state = 'draft' and x.price_fen >= 200000000;
