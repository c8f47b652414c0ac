-- The test order's new states, in the order of its way.
insert into dictionary_item (dictionary_id, value, label, sort)
select d.id, item.value, item.label, item.sort
from dictionary d, (values ('awaiting_payer', '待付款人确认', 35), ('written_off', '已核销', 70)) item(value, label, sort)
where d.name = 'settle_status'
on conflict do nothing;
