import { accountCalls } from '@portal/contract/account/account'
import { deptCalls } from '@portal/contract/dept/dept'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { mailCalls } from '@portal/contract/mail/mail'
import { monitorCalls } from '@portal/contract/monitor/monitor'
import { objectWords } from '@portal/contract/monitor/objects'
import { peopleCalls } from '@portal/contract/people/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLabs, type Labs } from './testing/labs.ts'
import { createWorld, type Person, type World } from './testing/world.ts'

// What the operation log shows for any call: which object, and its values before and after.

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

/** The last entry of the log. */
async function last(by: Person = labs.sysadmin) {
  const [row] = await world.sql<{ id: number }>(
    'select max(id) as id from operation_log where user_id = $1',
    [by.id],
  )
  return world.ok(labs.sysadmin, monitorCalls.operation, { params: { id: row!.id } })
}
const listFields = (o: Awaited<ReturnType<typeof last>>) =>
  o.changes.flatMap((c) => c.fields.map((f) => [f.field, f.before, f.after]))

test('an object by its name, with a link; what changed, before and after, in Chinese', async () => {
  const id = await labs.device({ serialId: 'OP-1', name: '透射电镜' })
  await world.ok(labs.sysadmin, deviceManageCalls.operate, {
    params: { id },
    body: { event: 'maintain', reason: '换灯丝' },
  })
  const one = await last()
  expect(one).toMatchObject({
    object: '仪器 透射电镜（OP-1）',
    changes: [{ way: '修改', object: '仪器 透射电镜（OP-1）' }],
  })
  expect(one.link).toMatch(/deviceDetail\?\w+=\d+$/)
  expect(listFields(one)).toEqual(
    expect.arrayContaining([
      ['状态', '正常', '维护中'],
      ['状态说明', null, '换灯丝'],
    ]),
  )
  // Names in place of ids, also of other rows.
  const other = {
    serialId: 'OP-1',
    name: '透射电镜',
    labId: labs.otherLabId,
    status: 'maintenance' as const,
    priceFen: 12_345_600,
  }
  await world.ok(labs.sysadmin, deviceManageCalls.changeBase, { params: { serialId: 'OP-1' }, body: other })
  const moved = listFields(await last())
  expect(moved.find(([field]) => field === '实验室')?.[2]).toMatch(/（LAB/)
  expect(moved).toContainEqual(['价格', '1.00 元', '123,456.00 元'])
})

test('what came and what went, where the service said nothing', async () => {
  const { id } = await world.ok(labs.sysadmin, deptCalls.create, { body: { code: 'OP', name: '操作系' } })
  expect(await last()).toMatchObject({
    target: `dept ${id}`,
    object: '单位 操作系（OP）',
    changes: [{ way: '新增', fields: [] }],
  })
  await world.ok(labs.sysadmin, deptCalls.remove, { params: { id } })
  const gone = await last()
  expect(gone).toMatchObject({
    object: `单位 ${id}（已删除）`,
    link: null,
    changes: [{ way: '删除', object: '单位 操作系' }],
  })
  expect(listFields(gone)).toContainEqual(['编码', 'OP', null])
})

test('one’s own, in the personal area', async () => {
  const person = await world.person('自查')
  await world.ok(person, accountCalls.changeProfile, { body: { phone: '13911112222' } })
  const { items } = await world.ok(person, accountCalls.logs, { query: {} })
  expect(items[0]).toMatchObject({
    summary: '修改个人资料',
    changes: [{ fields: [{ field: '电话', before: null, after: '13911112222' }] }],
  })
})

test('no secret is in it, and who is refused leaves nothing', async () => {
  const { password } = await world.ok(labs.sysadmin, peopleCalls.resetPassword, {
    params: { id: labs.student.id },
  })
  expect(
    listFields(await last()).every(([, before, after]) => ![before, after].some((v) => v?.includes('$'))),
  ).toBe(true)
  const mail = {
    host: 'smtp.example.edu',
    port: 465,
    security: 'tls' as const,
    username: 'a',
    fromAddress: 'a@example.edu',
    fromName: '平台',
    enabled: false,
  }
  for (const password of ['very-secret-word', 'another-secret-word'])
    await world.ok(labs.sysadmin, mailCalls.changeSetting, { body: { ...mail, password } })
  const before = await world.sql<{ n: number }>('select count(*) as n from operation_log')
  await world.send(labs.student, deptCalls.create, { body: { code: 'NO', name: '不行' } })
  expect(await world.sql('select count(*) as n from operation_log')).toEqual(before)
  const all = JSON.stringify(await world.sql('select changes, target from operation_log'))
  for (const secret of [password, 'very-secret-word', 'another-secret-word', 'scrypt', '$argon', '\\\\x'])
    expect(all).not.toContain(secret)
})

test('every table is noted, or is one that keeps a journal, counts or seals; each is called something', async () => {
  const tables = await world.sql<{
    name: string
    noted: boolean
  }>(`select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'change_noted') as noted
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`)
  expect(
    tables
      .filter((t) => !t.noted)
      .map((t) => t.name)
      .toSorted(),
  ).toEqual(NOT_NOTED)
  expect(tables.filter((t) => t.noted && !objectWords[t.name]).map((t) => t.name)).toEqual([])
  // Every column of a noted table that may hold a secret or encrypted text must be masked.
  expect(
    await world.sql(
      `select noted_value('smtp_password', '"x"') = '"（已更改）"' as a,
          noted_value('token', '"x"') = '"（已更改）"' as b, noted_value('name', '"x"') = '"x"' as c`,
    ),
  ).toEqual([{ a: true, b: true, c: true }])
})

const NOT_NOTED = [
  'approval_task',
  'asset_counter',
  'bulk_row',
  'cache_report',
  'campus_rules',
  'device_name',
  'device_rules',
  'device_token',
  'device_use_month',
  'device_use_year',
  'email_code',
  'exception_log',
  'finance_campus_sum',
  'finance_card_sum',
  'finance_class_sum',
  'finance_device_quarter',
  'finance_device_sum',
  'finance_device_year',
  'finance_entry',
  'finance_fold',
  'finance_lab_sum',
  'finance_payer_sum',
  'finance_place',
  'finance_snapshot',
  'finance_whole_sum',
  'flow_log',
  'idempotency',
  'iot_event',
  'iot_heard',
  'iot_reading_fold',
  'iot_reading_late',
  'iot_relay_nonce',
  'iot_stale',
  'job_run',
  'lab_use_year',
  'last_login',
  'ledger_entry',
  'login_throttle',
  'message',
  'meta',
  'ministry_correction',
  'ministry_starter',
  'ministry_version',
  'ministry_version_row',
  'national_answer',
  'notice_target',
  'operation_log',
  'outbox',
  'process_report',
  'quotation',
  'schema_migration',
  'session',
  'tender_ballot',
  'text_picture',
  'use_campus_month',
  'use_current',
  'use_device_month',
  'use_device_quarter',
  'use_device_year',
  'use_due',
  'use_home_total',
  'use_lab_month',
  'use_lab_total',
  'use_month',
  'use_month_device',
  'use_month_user',
  'use_payer_total',
  'use_person_month',
  'use_record',
  'use_user_total',
  'user_tally',
  'workflow_copy',
  'workflow_event',
  'workflow_step',
  'workflow_task',
]
