-- Three lists hold states of the program itself, for programs that ask for them by name. Their items could be
-- changed, which no screen showed; they get their own words back, and nobody changes them any more.
with own (name, value, label, sort) as (values
  ('campus_user_status', '1', '正常', 10),
  ('campus_user_status', '2', '暂停预约', 20),
  ('campus_user_status', '0', '停用', 30),
  ('device_status', 'normal', '正常', 10),
  ('device_status', 'maintenance', '维护中', 20),
  ('device_status', 'broken', '故障', 30),
  ('device_status', 'scrapped', '已报废', 40),
  ('settle_status', 'draft', '待填写', 10),
  ('settle_status', 'awaiting_director', '待主任审核', 20),
  ('settle_status', 'awaiting_booker', '待预约人确认', 30),
  ('settle_status', 'awaiting_payer', '待付款人确认', 35),
  ('settle_status', 'confirmed', '待结算', 40),
  ('settle_status', 'in_settlement', '结算中', 50),
  ('settle_status', 'settled', '已结算', 60),
  ('settle_status', 'written_off', '已核销', 70)
), gone as (
  delete from dictionary_item i using dictionary d
  where d.id = i.dictionary_id and d.name in (select name from own)
    and not exists (select from own o where o.name = d.name and o.value = i.value)
)
insert into dictionary_item (dictionary_id, value, label, sort)
select d.id, o.value, o.label, o.sort from own o join dictionary d on d.name = o.name
on conflict (dictionary_id, value) do update
  set label = excluded.label, sort = excluded.sort, enabled = true;

-- What a booking is for has lists of its own since 0072, and the program asks for the old one nowhere. Only a
-- drawn form may take its options from it.
update dictionary set builtin = false where name = 'booking_purpose';
delete from dictionary where name = 'booking_purpose'
  and not exists (select from form_revision where text like '%booking_purpose%');
