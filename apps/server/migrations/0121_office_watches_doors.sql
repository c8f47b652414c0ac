-- Whoever keeps the instruments of the campus keeps its gateways, doors and switches.
insert into role_permission (role_id, permission_id)
select role.id, permission.id from role, permission
where role.code = 'EQUIP_OFFICE' and permission.code = 'GATE_MONITOR_ALL'
on conflict do nothing;
