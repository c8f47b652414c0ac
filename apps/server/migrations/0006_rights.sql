-- The permission codes of the specification (§6) as a tree, and the roles everybody starts from.
-- A parent groups its children for the eye; it does not include them.
insert into permission (code, name, sort, builtin) values
  ('ADMIN', '超级管理员（全部权限）', 10, true),
  ('SYSTEM_ADMIN', '进入后台', 20, true),
  ('DEPT_ALL1', '校外用户注册入口', 30, true),
  ('OPEN_SHARE_PAGE', '共享预约', 40, true),
  ('LABORATORY_ALL', '实验室管理', 50, true),
  ('DEVICE_ALL', '仪器管理', 60, true),
  ('CONTENT_MANAGE_PAGE', '内容管理', 70, true),
  ('USER_SYSTEM_PAGE', '用户体系', 80, true),
  ('MONITOR_PAGE', '系统监控', 90, true);

insert into permission (parent_id, code, name, sort, builtin)
select parent.id, child.code, child.name, child.sort, true
from (values
  ('LABORATORY_ALL', 'LABORATORY_BASE_EDIT', '编辑基本信息', 10),
  ('LABORATORY_ALL', 'LABORATORY_INTRO_EDIT', '编辑简介', 20),
  ('LABORATORY_ALL', 'LABORATORY_DEVICE_EDIT', '维护仪器', 30),
  ('LABORATORY_ALL', 'LABORATORY_ROOM_EDIT', '维护房间', 40),
  ('LABORATORY_ALL', 'LABORATORY_ADMIN_EDIT', '维护管理员', 50),
  ('LABORATORY_ALL', 'LABORATORY_AUDIT_EDIT', '维护审核员', 60),
  ('DEVICE_ALL', 'DEVICE_MANEGE_VIEW', '查看仪器', 10),
  ('DEVICE_ALL', 'DEVICE_CATEGORY_ALL', '仪器分类', 20),
  ('USER_SYSTEM_PAGE', 'USER_ALL', '管理用户', 10),
  ('USER_SYSTEM_PAGE', 'USER_SELECT', '查看用户', 20),
  ('USER_SYSTEM_PAGE', 'ROLES_ALL', '管理角色', 30),
  ('USER_SYSTEM_PAGE', 'ROLES_SELECT', '查看角色', 40),
  ('USER_SYSTEM_PAGE', 'PERMISSION_ALL', '管理权限', 50),
  ('USER_SYSTEM_PAGE', 'PERMISSION_SELECT', '查看权限', 60),
  ('MONITOR_PAGE', 'OPERATE_LOG_ALL', '操作日志（全部）', 10),
  ('MONITOR_PAGE', 'OPERATE_LOG_EDIT', '操作日志（编辑）', 11),
  ('MONITOR_PAGE', 'EXCEPTION_LOG_ALL', '异常日志（全部）', 20),
  ('MONITOR_PAGE', 'EXCEPTION_LOG_EDIT', '异常日志（编辑）', 21),
  ('MONITOR_PAGE', 'CACHE_ALL', '系统缓存（全部）', 30),
  ('MONITOR_PAGE', 'CACHE_EDIT', '系统缓存（编辑）', 31),
  ('MONITOR_PAGE', 'CRONTAB_ALL', '定时任务（全部）', 40),
  ('MONITOR_PAGE', 'CRONTAB_EDIT', '定时任务（编辑）', 41),
  ('MONITOR_PAGE', 'ICON_ALL', '图标', 50),
  -- Families: each has the three variants added below.
  ('OPEN_SHARE_PAGE', 'OPEN_SETTING', '开放设置', 10),
  ('OPEN_SHARE_PAGE', 'SUBSCRIBE_ORDER', '预约单', 20),
  ('OPEN_SHARE_PAGE', 'TEST_ORDER', '测试单', 30),
  ('OPEN_SHARE_PAGE', 'SETTLE_ORDER', '结算单', 40),
  ('OPEN_SHARE_PAGE', 'FINANCIAL', '财务', 50),
  ('OPEN_SHARE_PAGE', 'GATE_MONITOR', '门禁监控', 60),
  ('OPEN_SHARE_PAGE', 'SHARE_CONTACT', '联系我们', 70),
  ('OPEN_SHARE_PAGE', 'FEE_DEMONSTRATE', '收费论证', 80),
  ('CONTENT_MANAGE_PAGE', 'NOTICE_MSG', '通知公告', 10),
  ('CONTENT_MANAGE_PAGE', 'DEPART_OVERVIEW', '部门概况', 20),
  ('CONTENT_MANAGE_PAGE', 'TEAM_BUILD', '团队建设', 30),
  ('CONTENT_MANAGE_PAGE', 'GUIDE', '办事指南', 40),
  ('CONTENT_MANAGE_PAGE', 'DOWNLOAD', '下载中心', 50)
) as child (parent, code, name, sort)
join permission parent on parent.code = child.parent;

insert into permission (parent_id, code, name, sort, builtin)
select family.id, family.code || variant.suffix, family.name || variant.name, variant.sort, true
from permission family
join permission page on page.id = family.parent_id and page.code in ('OPEN_SHARE_PAGE', 'CONTENT_MANAGE_PAGE')
cross join (values ('_ALL', '（全部）', 10), ('_VIEW', '（查看）', 20), ('_EDIT', '（编辑）', 30)) as variant (suffix, name, sort);

insert into role (code, name, description, builtin) values
  ('SYSTEM_ADMIN', '系统管理员', '管理整个平台，拥有全部权限', true),
  ('LAB_DIRECTOR', '实验室主任', '审批本实验室的预约、测试单与开放设置', true),
  ('LAB_ADMIN', '实验室管理员', '维护本实验室的仪器、房间与预约', true),
  ('REVIEWER', '设备审核员', '审核预约，填写测试单', true),
  ('FINANCE', '财务人员', '经费卡扣款与线下汇款确认', true),
  ('TEACHER', '教师', '预约仪器，为课题组成员付款', true),
  ('STUDENT', '学生', '预约仪器', true),
  ('OFF_CAMPUS', '校外用户', '以外校或企业标准预约仪器', true),
  ('DEPT_HEAD', '院系负责人', '审批本院系的申购', true),
  ('EQUIP_OFFICE', '设备处', '管理全校仪器、申购与验收', true),
  ('TENDER_OFFICE', '招标办', '招标采购与供应商审核', true),
  ('SUPPLIER', '供应商', '填报企业与设备信息', true);

-- `_ALL` reaches every row of the campus; people of a lab get `_VIEW` and `_EDIT`, and the services keep them to their labs.
insert into role_permission (role_id, permission_id)
select role.id, permission.id
from (values
  ('SYSTEM_ADMIN', '(SYSTEM_)?ADMIN'),
  ('LAB_DIRECTOR', 'OPEN_SHARE_PAGE|(OPEN_SETTING|SUBSCRIBE_ORDER|TEST_ORDER|SETTLE_ORDER|GATE_MONITOR|SHARE_CONTACT|FEE_DEMONSTRATE)(_VIEW|_EDIT)?|LABORATORY_[A-Z]+_EDIT|DEVICE_MANEGE_VIEW'),
  ('LAB_ADMIN', 'OPEN_SHARE_PAGE|(OPEN_SETTING|SUBSCRIBE_ORDER|TEST_ORDER|SHARE_CONTACT)(_VIEW|_EDIT)?|(SETTLE_ORDER|GATE_MONITOR|FEE_DEMONSTRATE)(_VIEW)?|LABORATORY_(BASE|INTRO|DEVICE|ROOM)_EDIT|DEVICE_MANEGE_VIEW'),
  ('REVIEWER', 'OPEN_SHARE_PAGE|(SUBSCRIBE_ORDER|TEST_ORDER)(_VIEW|_EDIT)?|OPEN_SETTING(_VIEW)?|LABORATORY_DEVICE_EDIT'),
  ('FINANCE', 'OPEN_SHARE_PAGE|FINANCIAL(_ALL|_VIEW|_EDIT)?|SETTLE_ORDER(_VIEW)?'),
  ('DEPT_HEAD', 'DEPART_OVERVIEW(_VIEW|_EDIT)?|DEVICE_MANEGE_VIEW'),
  ('EQUIP_OFFICE', 'OPEN_SHARE_PAGE|(OPEN_SETTING|SUBSCRIBE_ORDER|TEST_ORDER|SETTLE_ORDER)(_VIEW)?|DEVICE_ALL|DEVICE_MANEGE_VIEW|DEVICE_CATEGORY_ALL|FEE_DEMONSTRATE(_ALL|_VIEW|_EDIT)?')
) as grants (role, codes)
join role on role.code = grants.role
join permission on permission.code ~ ('^(' || grants.codes || ')$');
