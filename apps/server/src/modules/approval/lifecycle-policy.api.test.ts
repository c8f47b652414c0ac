import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { assetCalls } from '@portal/contract/asset/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { Arguments } from '@portal/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { emptyCaches } from '../../kernel/cache.ts'
import { createArrivals, type Arrivals } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { approvalJobs } from './approval.jobs.ts'

// The approvals of purchase, acceptance and scrapping: left out, added, required from an amount, with a
// deputy and with time limits, as far as the rules allow.

let world: World
let p: Procurement
let r: Arrivals
let admin: Person
let deputy: Person
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
  r = await createArrivals(world, p)
  admin = await world.person('管理员', { permissions: ['ADMIN'] })
  deputy = await world.person('代理人', { deptId: p.deptId })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.sql('truncate approval_policy')
  emptyCaches(world.app.deps.live)
})

type Body = NonNullable<Arguments<typeof approvalCalls.createPolicy>['body']>
const set = (body: Pick<Body, 'business' | 'step'> & Partial<Body>) =>
  world.send(admin, approvalCalls.createPolicy, { body: { required: true, ...body } })
const strip = async (id: number) => (await p.detail(p.requester, id)).progress.map((x) => x.title)
const findState = async (id: number) => (await p.detail(p.requester, id)).state
const tasks = async (who: Person) =>
  (await world.ok(who, approvalCalls.tasks, { query: { size: 100 } })).items

test('what rules and flow need stays, and says why; the database holds it', async () => {
  const said = async (body: Parameters<typeof set>[0]) =>
    (await set(body)).reasons?.map((x) => [x.field, x.message])
  expect(await said({ business: 'purchase', step: 'equip_office', required: false })).toEqual([
    ['required', '设备处审批后才能进入采购，不能省略'],
  ])
  expect(await said({ business: 'purchase', step: 'panel', fromAmountFen: 100 })).toEqual([
    ['fromAmountFen', expect.stringContaining('专家论证')],
  ])
  expect(await said({ business: 'scrap', step: 'equip_office', required: false })).toEqual([
    ['required', '国有资产处置须经设备处审批，不能省略'],
  ])
  expect(await said({ business: 'acceptance', step: 'audit', required: false })).toEqual([
    ['required', expect.stringContaining('不能省略')],
  ])
  expect(await said({ business: 'acceptance', step: 'sign', deputyId: deputy.id })).toEqual([
    ['deputyId', '该环节由本人办理，不能设置代理人'],
  ])
  expect(
    await said({ business: 'purchase', step: 'dept_head', timeoutHours: 24, onTimeout: 'approve' }),
  ).toEqual([['onTimeout', '该业务须由人办理，超时只能提醒']])
  expect(await said({ business: 'purchase', step: 'dept_head', deviceId: 1 })).toEqual([
    ['deviceId', '设备尚未入库，请按实验室或单位配置'],
  ])
  expect(await said({ business: 'booking', step: 'director', deputyId: deputy.id })).toEqual([
    ['deputyId', '该业务不设代理人'],
  ])
  expect(await said({ business: 'purchase', step: 'dept_head', deputyId: p.suppliers[0]!.user.id })).toEqual([
    ['deputyId', '代理人须为在用的校内账号'],
  ])
  for (const values of [
    `'purchase', 'equip_office', false, null`,
    `'scrap', 'panel', true, 'approve'`,
    `'booking', 'director', true, null`,
  ])
    await expect(
      world.sql(
        `insert into approval_policy (business, step, required, on_timeout, timeout_hours, deputy_id)
          values (${values}, case when ${values.endsWith('null') ? 'false' : 'true'} then 24 end, $1)`,
        [deputy.id],
      ),
    ).rejects.toThrow(/approval_policy_bounds/)
})

test('a purchase goes without its head below an amount, through finance where that was added; what runs keeps its steps', async () => {
  const before = await p.submitted()
  await set({ business: 'purchase', step: 'dept_head', fromAmountFen: 5_000_000 })
  await set({ business: 'purchase', step: 'finance', deptId: p.deptId })
  // Submitted before the change: the head decides, and finance does not.
  expect([await findState(before.id), await strip(before.id)]).toEqual([
    'awaiting_dept_head',
    ['填写申购', '院系审批', '设备处审批', '采购', '签订合同', '供货', '验收入库', '完成'],
  ])
  expect(await p.decide(p.head, before.id, 'awaiting_dept_head')).toMatchObject({
    ok: true,
    state: 'awaiting_equip_office',
  })

  const small = await p.submitted()
  expect([small.state, await strip(small.id)]).toEqual([
    'awaiting_finance',
    ['填写申购', '经费审核', '设备处审批', '采购', '签订合同', '供货', '验收入库', '完成'],
  ])
  expect(await p.decide(p.head, small.id, 'awaiting_finance')).toMatchObject({ ok: false })
  expect(await p.decide(p.finance, small.id, 'awaiting_finance', 'send_back', '经费不足')).toMatchObject({
    ok: true,
    state: 'draft',
  })
  // A new submission is judged by the new policy.
  await set({ business: 'purchase', step: 'finance', labId: p.labId, required: false })
  expect(await world.ok(p.requester, purchaseCalls.submit, { params: { id: small.id } })).toMatchObject({
    state: 'awaiting_equip_office',
  })
  const large = await p.submitted({ items: [p.item({ quantity: 6 })], labId: null })
  expect(large.state).toBe('awaiting_dept_head')
  expect(await p.decide(p.head, large.id, 'awaiting_dept_head')).toMatchObject({ state: 'awaiting_finance' })
  expect(await p.decide(p.finance, large.id, 'awaiting_finance')).toMatchObject({
    state: 'awaiting_equip_office',
  })
  expect(await p.decide(p.equip, large.id, 'awaiting_equip_office')).toMatchObject({
    state: 'awaiting_sourcing',
  })
})

test('a deputy acts beside whom the step asks for, never on his own; what is late is asked for again, of both', async () => {
  await set({
    business: 'purchase',
    step: 'dept_head',
    timeoutHours: 5,
    onTimeout: 'remind',
    deputyId: deputy.id,
  })
  const { id } = await p.submitted()
  const [task] = (await tasks(deputy)).filter((t) => t.rowId === id)
  expect(Date.parse(task!.dueAt!) - Date.parse(task!.since)).toBe(5 * 3_600_000)
  expect((await tasks(p.head)).some((t) => t.rowId === id)).toBe(true)
  expect((await p.detail(deputy, id)).can).toContain('approve')
  expect((await p.detail(p.requester, id)).progress.find((x) => x.status === 'current')?.who).toContain(
    '代理人',
  )
  await world.sql('truncate outbox')
  await runJob(
    world.app.deps,
    approvalJobs.find((j) => j.name === 'approval-due')!,
    new Date(Date.parse(task!.dueAt!) + 1),
  )
  const told = (
    await world.sql<{ users: number[] }>(
      `select payload->'userIds' as users from outbox where payload->>'title' like '您有%'`,
    )
  ).flatMap((o) => o.users)
  expect(told).toEqual(expect.arrayContaining([p.head.id, deputy.id]))
  expect(await p.decide(deputy, id, 'awaiting_dept_head')).toMatchObject({
    ok: true,
    state: 'awaiting_equip_office',
  })
  // A deputy does not decide on their own purchase, and neither does one who has left.
  await set({ business: 'purchase', step: 'equip_office', deputyId: p.requester.id })
  const own = await p.submitted()
  await p.decide(p.head, own.id, 'awaiting_dept_head')
  expect(await p.decide(p.requester, own.id, 'awaiting_equip_office')).toMatchObject({ ok: false })
})

test('an acceptance goes through the head where that was added, after the signatures', async () => {
  await set({ business: 'acceptance', step: 'dept_head' })
  const { id } = await r.filled(await r.delivered())
  expect(await r.handIn(id)).toMatchObject({
    state: 'awaiting_dept_head',
    can: ['recall'],
    progress: expect.arrayContaining([expect.objectContaining({ title: '院系审核', status: 'current' })]),
  })
  expect(await r.audit(p.equip, id, 'approve', 'awaiting_dept_head')).toMatchObject({ ok: false })
  expect(await r.audit(p.head2, id, 'approve', 'awaiting_dept_head')).toMatchObject({
    ok: true,
    state: 'awaiting_audit',
  })
  const place = (await world.ok(p.requester, acceptanceCalls.get, { params: { id } })).progress
  expect(place.map((x) => [x.title, x.status])).toEqual([
    ['到货核对', 'done'],
    ['填写验收', 'done'],
    ['会签', 'done'],
    ['院系审核', 'done'],
    ['设备处审核', 'current'],
    ['验收通过', 'next'],
  ])
  expect(await r.audit(p.equip, id)).toMatchObject({ ok: true, state: 'accepted' })
})

test('the head is asked by the price of all pieces, also of those that go back', async () => {
  await set({ business: 'acceptance', step: 'dept_head', fromAmountFen: 1_500_000 })
  const { id, totalFen } = await r.filled(await r.delivered(), (a) => ({
    pieces: r
      .fine(a)
      .pieces.map((c, i) => (i ? c : { ...c, verdict: 'refuse' as const, reason: '外观破损' })),
  }))
  expect(totalFen).toBe(999_900)
  expect(await r.handIn(id)).toMatchObject({ state: 'awaiting_dept_head' })
})

test('a scrapping without its head, and with finance', async () => {
  const [device] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, dept_id, lab_id, price_fen) values ('SCRAP1', '旧天平', $1, $2, 500000) returning id`,
    [p.deptId, p.labId],
  )
  await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`, [
    p.labId,
    p.colleague.id,
  ])
  await set({ business: 'scrap', step: 'dept_head', required: false, deviceId: device!.id })
  await set({ business: 'scrap', step: 'finance' })
  const made = await world.ok(p.colleague, assetCalls.draftScrap, {
    body: { deviceId: device!.id, why: '老化', condition: '不能使用', priceFen: null, fileIds: [] },
  })
  const sent = await world.ok(p.colleague, assetCalls.submitScrap, {
    params: { id: made.id },
    body: { revokeBookings: false },
  })
  expect([sent.state, sent.progress.map((x) => x.title)]).toEqual([
    'awaiting_finance',
    ['申请报废', '财务会签', '设备处审批', '登记处置'],
  ])
  const decide = async (who: Person, state: 'awaiting_finance' | 'awaiting_equip_office') =>
    (
      await world.ok(who, assetCalls.decideScraps, {
        body: { items: [{ id: made.id, state }], verdict: 'approve', reason: null },
      })
    )[0]
  expect(await decide(p.head, 'awaiting_finance')).toMatchObject({ ok: false })
  expect(await decide(p.finance, 'awaiting_finance')).toMatchObject({
    ok: true,
    state: 'awaiting_equip_office',
  })
  expect(await decide(p.equip, 'awaiting_equip_office')).toMatchObject({
    ok: true,
    state: 'awaiting_disposal',
  })
})
