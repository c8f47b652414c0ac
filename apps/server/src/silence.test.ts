import {
  approvalCalls,
  approvalSteps,
  isBound,
  policyBusinesses,
  timeoutsAt,
} from '@portal/contract/approval/approval'
import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls, type TestOrderState } from '@portal/contract/test-order/test-order'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { emptyCaches } from './kernel/cache.ts'
import type { ProcessFlow, Vocabulary } from './kernel/flow.ts'
import { runJob } from './kernel/jobs.ts'
import { approvalJobs } from './modules/approval/approval.jobs.ts'
import { acceptanceFlow } from './modules/acceptance/acceptance.flow.ts'
import { bookingFlow } from './modules/booking/booking.flow.ts'
import { purchaseFlow } from './modules/purchase/purchase.flow.ts'
import { scrapFlow } from './modules/scrap/scrap.flow.ts'
import { cardFlow, offlineFlow } from './modules/settlement/settlement.flow.ts'
import { testOrderFlow } from './modules/test-order/test-order.flow.ts'
import { openLab, type OpenLab } from './testing/open-lab.ts'
import { createScene, type Scene } from './testing/scene.ts'
import { createWorld, type World } from './testing/world.ts'

// Nobody acts in time: the action that the screen 审核配置 offers for this case is taken, at
// every step that offers one.

const flows = {
  booking: [bookingFlow],
  test_order: [testOrderFlow],
  settlement: [cardFlow, offlineFlow],
  purchase: [purchaseFlow],
  acceptance: [acceptanceFlow],
  scrap: [scrapFlow],
} as const
const steps = policyBusinesses.flatMap((business) =>
  Object.keys(approvalSteps[business]).map((step) => ({ business, step, at: `${business}.${step}` })),
)

/** True if the system may take the event of this action wherever the step is asked. */
function systemMay(business: (typeof policyBusinesses)[number], step: string, action: 'approve' | 'refuse') {
  // The type of each flow is narrower than what is read here.
  const places = (flows[business] as unknown as ProcessFlow<Vocabulary>[]).flatMap((flow) =>
    Object.keys(flow.table.states).flatMap((state) =>
      flow.asksAt(state).flatMap((ask) => (ask.step === step ? [{ flow, state, ask }] : [])),
    ),
  )
  return places.every(({ flow, state, ask }) => {
    const answers: readonly (string | undefined)[] = action === 'approve' ? [ask.yes] : [ask.no, ask.back]
    return answers.some((event) => flow.can(state, new Set(['system'])).includes(event ?? ''))
  })
}

test.each(steps)('$at: offered is what the table lets the system do', ({ business, step }) => {
  // Where a timeout decides nothing (decision 056), the system may still act: on the experts' result, or
  // at the end of a contract.
  const actions = isBound(business)
    ? []
    : (['approve', 'refuse'] as const).filter((action) => systemMay(business, step, action))
  expect(timeoutsAt(business, step)).toEqual(['remind', ...actions])
})

// ── One row waiting at each of them ──────────────────────────────────────────

let world: World
let lab: OpenLab
let s: Scene
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  s = await createScene(world)
})
afterAll(() => world.close())
afterEach(async () => {
  await world.sql('truncate approval_policy')
  emptyCaches(world.app.deps.live)
})

async function bookedAt(step: 'payer' | 'reviewer' | 'director'): Promise<number> {
  const deviceId = await lab.device()
  const { id } = await lab.book({ deviceId, ...(step === 'payer' && { payerId: lab.payer.id }) })
  if (step === 'director')
    await world.ok(lab.reviewer, bookingCalls.approve, {
      params: { id },
      body: { state: 'awaiting_reviewer' },
    })
  return id
}
async function billAt(step: 'director' | 'booker'): Promise<number> {
  const id = await s.draft()
  await world.ok(s.reviewer, testOrderCalls.submit, { params: { id } })
  if (step === 'booker') await directed(id)
  return id
}
const directed = (id: number, state: TestOrderState = 'awaiting_director') =>
  world.ok(s.director, testOrderCalls.audit, { body: { items: [{ id, state }], verdict: 'approve' } })
async function risen(): Promise<number> {
  const id = await s.confirmed({ bookerId: s.payer.id })
  const params = { id }
  await world.ok(s.reviewer, testOrderCalls.correct, { params, body: { reason: '样品数填错' } })
  const used = { startAt: '2026-01-05T02:00:00Z', endAt: '2026-01-05T03:00:00Z', sampleCount: 5 }
  await world.ok(s.reviewer, testOrderCalls.save, { params, body: used })
  await world.ok(s.reviewer, testOrderCalls.submit, { params })
  await directed(id)
  return id
}
async function proposed(what: 'payer' | 'write_off'): Promise<number> {
  const id = await s.confirmed()
  const [params, reason] = [{ id }, '付款人离校']
  await (what === 'payer'
    ? world.ok(s.director, testOrderCalls.proposePayer, { params, body: { payerId: s.outsider.id, reason } })
    : world.ok(s.director, testOrderCalls.proposeWriteOff, { params, body: { reason }, files: [] }))
  return id
}
async function settledBy(owner: 'payer' | 'booker'): Promise<number> {
  const cardId = await s.card(s[owner], 100_000)
  if (owner !== 'payer')
    await world.ok(s[owner], fundCardCalls.authorise, {
      params: { id: cardId, userId: s.payer.id },
      body: {},
    })
  const testOrderIds = [await s.confirmed()]
  const shares = [{ cardId, amountFen: 12_000 }]
  return (
    await world.ok(s.payer, settlementCalls.create, { body: { testOrderIds, way: 'fund_card', shares } })
  ).id
}
async function remitted(): Promise<number> {
  const testOrderIds = [await s.confirmed()]
  return (await world.ok(s.payer, settlementCalls.create, { body: { testOrderIds, way: 'offline' } })).id
}
async function reversing(): Promise<number> {
  const id = await settledBy('payer')
  await world.ok(s.finance, settlementCalls.audit, {
    body: { items: [{ id, state: 'awaiting_finance' }], verdict: 'approve' },
  })
  await world.ok(s.payer, settlementCalls.askReversal, { params: { id }, body: { reason: '金额有误' } })
  return id
}
const wait: Record<string, () => Promise<number>> = {
  'booking.payer': () => bookedAt('payer'),
  'booking.reviewer': () => bookedAt('reviewer'),
  'booking.director': () => bookedAt('director'),
  'test_order.director': () => billAt('director'),
  'test_order.booker': () => billAt('booker'),
  'test_order.payer': risen,
  'test_order.new_payer': () => proposed('payer'),
  'test_order.write_off': () => proposed('write_off'),
  'settlement.card_owner': () => settledBy('booker'),
  'settlement.remittance': remitted,
  'settlement.reversal': reversing,
}

const offered = steps.flatMap(({ business, step, at }) =>
  timeoutsAt(business, step).flatMap((action) =>
    action === 'remind' ? [] : [{ business, step, at, action }],
  ),
)
test.each(offered)('$at: $action', async ({ business, step, at, action }) => {
  const begin = wait[at]
  if (!begin) throw new Error(`say in this test how something comes to wait at ${at}`)
  await world.ok(lab.sysadmin, approvalCalls.createPolicy, {
    body: { business, step: step as never, required: true, timeoutHours: 1, onTimeout: action }, // of its steps
  })
  const rowId = await begin()
  const task = async () =>
    (
      await world.sql<{ state: string }>(
        'select state from approval_task where business = $1 and row_id = $2 and step = $3 order by id desc',
        [business, rowId, step],
      )
    )[0]?.state
  expect(await task()).toBe('waiting')
  const due = approvalJobs.find((j) => j.name === 'approval-due')
  if (!due) throw new Error('the job is there')
  await runJob(world.app.deps, due, new Date(Date.now() + 2 * 3_600_000))
  expect(await task()).toBe(action === 'approve' ? 'approved' : 'refused')
  const [last] = await world.sql<{ actorId: number | null }>(
    'select actor_id as "actorId" from flow_log where business = $1 and row_id = $2 order by id desc',
    [business, rowId],
  )
  expect(last).toEqual({ actorId: null })
})
