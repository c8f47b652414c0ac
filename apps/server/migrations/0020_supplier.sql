-- Suppliers: what their papers need beyond 0018, and to whom they make out their invoices.

alter table supplier_paper
  -- On which day the company was told that it runs out soon.
  add column warned_on date,
  add constraint supplier_paper_file unique (file_id);
-- Lists by name, and who was invited when.
create index supplier_name on supplier (name, id);

-- To whom a supplier makes out its invoice, and where it sends it. The finance office fills in what belongs here.
insert into dictionary (name, description, builtin) values ('invoice_title', '学校开票信息', true);
insert into dictionary_item (dictionary_id, label, value, sort)
select d.id, i.label, i.value, i.sort
from dictionary d, (values
  ('单位名称', '（待财务处填写单位名称）', 10),
  ('纳税人识别号', '（待财务处填写纳税人识别号）', 20),
  ('地址、电话', '（待财务处填写地址、电话）', 30),
  ('开户行及账号', '（待财务处填写开户行及账号）', 40),
  ('发票寄送地址', '（待设备处填写发票寄送地址）', 50)
) as i (label, value, sort)
where d.name = 'invoice_title';
