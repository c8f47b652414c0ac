-- What was entered on the way to an instrument goes on with it; which papers a purchase needs is data.

-- ── The instrument's file ────────────────────────────────────────────────────
alter table device
  add column imported boolean not null default false,
  -- Radiation, high voltage, lasers …: who works with it has to know.
  add column hazards text;
-- Those that came in this way before.
update device d set hazards = c.hazards, imported = i.imported
from piece c join purchase_item i on i.id = c.item_id
where c.device_id = d.id and (c.hazards is not null or i.imported);

-- ── Invoices from abroad ─────────────────────────────────────────────────────
alter table invoice drop constraint invoice_number_check,
  add constraint invoice_number_check check (number ~ '^[0-9A-Z][0-9A-Z\-]{2,29}$');

-- ── Papers that are asked for when a purchase is submitted ───────────────────
insert into dictionary (name, description, builtin) values
  ('purchase_required', '申购必交材料：值为“材料种类:条件”，条件为 always（总是）、precious（贵重仪器）、import（进口设备）或预算总价起点（元）', true);
insert into dictionary_item (dictionary_id, value, label, sort, enabled)
select dictionary.id, item.value, item.label, item.sort, item.enabled
from (values
  ('price_evidence:always', '价格依据：所有申购', 10, true),
  ('precious_report:precious', '可行性论证报告：贵重仪器', 20, true),
  ('import_application:import', '进口产品申请表：进口设备', 30, true),
  -- Where the authority has not delegated it.
  ('authority_opinion:import', '行业主管部门意见：进口设备', 40, false)
) as item (value, label, sort, enabled)
join dictionary on dictionary.name = 'purchase_required';
