import type pg from 'pg'
import { castDevices } from '../cast.ts'

// What operators of the portal would find: operations of the last days, some exceptions, mail that was sent
// and mail that failed, and approval policies that differ from the built-in ones.

const OPERATIONS = `
  insert into operation_log (at, user_id, username, ip, call, summary, target, request_id, result)
  select $1::timestamptz - o.ago * interval '1 hour', u.id, o.username, o.ip, o.call, o.summary, o.target,
    'demo' || lpad(row_number() over (order by o.ago)::text, 12, '0'), o.result
  from (values
    (2, 'sysadmin', '10.20.1.8', 'POST /backend/auth/v1/login', '登录', '用户名密码', 'done'),
    (3, 'director', '10.20.3.41', 'POST /backend/auth/v1/login', '登录', '统一身份认证', 'done'),
    (5, 'finance', '10.20.1.22', 'POST /api/v2/fund-card/{id}/top-up', '经费卡充值', 'fund_card 3', 'done'),
    (6, 'reviewer', '10.20.3.17', 'POST /backend/auth/v1/login', '登录失败', null, 'refused'),
    (6, 'reviewer', '10.20.3.17', 'POST /backend/auth/v1/login', '登录', '用户名密码', 'done'),
    (9, 'labadmin', '10.20.3.19', 'PUT /api/v2/device', '修改仪器', 'device 1', 'done'),
    (20, 'booker', '10.31.7.5', 'POST /backend/auth/v1/login', '登录', '记住的登录', 'done'),
    (26, 'sysadmin', '10.20.1.8', 'PUT /api/v2/approval/policy/{id}', '修改审核配置', 'approval_policy 1', 'done'),
    (27, 'sysadmin', '10.20.1.8', 'POST /api/v2/notice/manage', '新增公告', 'notice 2', 'done'),
    (30, null, '203.0.113.77', 'POST /backend/auth/v1/login', '登录失败', null, 'refused'),
    (30, null, '203.0.113.77', 'POST /backend/auth/v1/login', '登录失败', null, 'refused'),
    (49, 'equipoffice', '10.20.1.30', 'POST /backend/auth/v1/login', '登录', '统一身份认证', 'done'),
    (50, 'equipoffice', '10.20.1.30', 'PUT /api/v2/device', '修改仪器', 'device 12', 'done'),
    (74, 'sysadmin', '10.20.1.8', 'PUT /backend/api/roles/permission', '设置角色权限', '角色 LAB_ADMIN', 'done'),
    (75, 'sysadmin', '10.20.1.8', 'POST /backend/api/dictDetail', '新增字典条目', 'dictionary 1', 'done')
  ) o (ago, username, ip, call, summary, target, result)
  left join user_account u on u.username = o.username
  order by o.ago desc`

const EXCEPTIONS = `
  insert into exception_log (fingerprint, message, stack, call, request_id, user_id, request, times, first_at,
    last_at, resolved_at, resolved_by, resolved_note)
  select e.fingerprint, e.message, e.stack, e.call, e.request_id, u.id, e.request::jsonb, e.times,
    $1::timestamptz - e.first * interval '1 hour', $1::timestamptz - e.last * interval '1 hour',
    case when e.note is not null then $1::timestamptz - interval '40 hours' end, case when e.note is not null
      then (select id from user_account where username = 'sysadmin') end, e.note
  from (values
    ('demo-mail', 'connect ETIMEDOUT 10.20.0.25:465',
      E'Error: connect ETIMEDOUT 10.20.0.25:465\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1637:16)',
      'job:outbox-deliver', 'job:outbox-deliver', null, null, 3, 70, 69, '邮件服务器维护，已恢复'),
    ('demo-sso', 'unreachable: HTTP 502',
      E'Error: unreachable: HTTP 502\n    at byTicket (apps/server/src/modules/session/session.handler.ts:119:60)',
      'CAS', 'demo0000000000ca', null, null, 2, 8, 7, null)
  ) e (fingerprint, message, stack, call, request_id, username, request, times, first, last, note)
  left join user_account u on u.username = e.username`

// No mail is waiting: a portal with a mail server configured later must not write to invented people.
const MAIL = `
  insert into outbox (kind, payload, state, attempts, next_at, last_error, created_at, sent_at)
  select 'mail', jsonb_build_object('to', m.address, 'subject', m.subject, 'body', m.body), m.state,
    m.attempts, $1::timestamptz - m.ago * interval '1 hour', m.error,
    $1::timestamptz - m.ago * interval '1 hour', case when m.state = 'sent'
      then $1::timestamptz - m.ago * interval '1 hour' + interval '2 seconds' end
  from (values
    ('booker@example.edu.cn', '预约已通过', '您的预约已通过审核，请按时到场。', 'sent', 1, null, 5),
    ('payer@example.edu.cn', '请确认付款', '有一项预约由您付款，请登录平台确认。', 'sent', 1, null, 22),
    ('director@example.edu.cn', '待审核提醒', '有 2 项预约等待您审批，请及时处理。', 'sent', 2, null, 46),
    ('left-campus@example.edu.cn', '结算单已结清', '您的结算单已结清，可登录平台查看。', 'failed', 1, '550 5.1.1 no such user', 70)
  ) m (address, subject, body, state, attempts, error, ago)
  order by m.ago desc`

const POLICIES = `
  insert into approval_policy (business, step, device_id, dept_id, user_type, from_amount_fen, required,
    timeout_hours, on_timeout, enabled, updated_by, updated_at)
  select p.business, p.step, (select id from device where serial_id = p.serial_id),
    (select id from dept where code = p.dept), p.user_type, p.from_fen, p.required, p.hours, p.on_timeout,
    p.enabled,
    (select id from user_account where username = 'sysadmin'), $1::timestamptz - interval '26 hours'
  from (values
    ('booking', 'director', null, '901', null, 50000, true, 48, 'remind', true),
    ('booking', 'reviewer', $2, null, '5', 0, true, 12, 'remind', false),
    ('settlement', 'finance', null, null, null, 0, true, 72, 'remind', true)
  ) p (business, step, serial_id, dept, user_type, from_fen, required, hours, on_timeout, enabled)`

export async function fillOperation(client: pg.Client, now: Date): Promise<void> {
  for (const text of [OPERATIONS, EXCEPTIONS, MAIL]) await client.query(text, [now])
  await client.query(POLICIES, [now, castDevices.sampleDelivery.serialId])
}
