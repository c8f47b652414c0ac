-- Whose list it is: who holds this code keeps its items. Without one only administrators do.
alter table dictionary add column kept_by text references permission (code);
update dictionary set kept_by = 'PURCHASE_ALL'
  where builtin and (name ~ '^(purchase|panel|acceptance|scrap)_' or name in ('asset_number_pattern', 'invoice_title', 'contract_payment_way'));
update dictionary set kept_by = 'TENDER_ALL' where builtin and (name ~ '^tender_' or name = 'supplier_paper');

-- The equipment office writes notices; with _EDIT those of its own dept, not everybody's.
insert into role_permission (role_id, permission_id)
select role.id, permission.id
from role join permission on permission.code in ('NOTICE_MSG', 'NOTICE_MSG_VIEW', 'NOTICE_MSG_EDIT')
where role.code = 'EQUIP_OFFICE'
on conflict do nothing;
