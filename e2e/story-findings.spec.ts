import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { findingCalls, type FindingKind } from '@portal/contract/iot/finding'
import { iotCalls } from '@portal/contract/iot/iot'
import { monitorCalls, monitorRefusals } from '@portal/contract/monitor/monitor'
import { sessionCalls } from '@portal/contract/session/session'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { useEntryCalls } from '@portal/contract/use-entry/use-entry'
import { violationCalls } from '@portal/contract/violation/violation'
import { startGateway } from '../apps/server/src/simulator/gateway.ts'
import { open, openNow, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { letMinutesPass } from './support/clock.ts'
import { takenOff, takeUp } from './support/inbox.ts'
import { call, company } from './support/people.ts'
import { findSpareDevice } from './support/spare-device.ts'

// A run without a booking, a booking without a use and a use beyond its end are detected from doors and
// current. The instrument's reviewer finds each in the inbox and decides on it, without moving money.

const MINUTE = 60_000
const GRID = 300_000

/** Books half an hour from the next five minutes on, with all approvals. Returns its id. */
async function bookNow(deviceId: number): Promise<number> {
  const start = Math.ceil(Date.now() / GRID + 0.2) * GRID
  const at = (ms: number) => new Date(ms).toISOString()
  const { id } = await call('booker', bookingCalls.create, {
    body: {
      deviceId,
      kind: 'self_operated',
      startAt: at(start),
      endAt: at(start + 6 * GRID),
      purpose: '断口形貌',
    },
  })
  for (const who of ['payer', 'reviewer', 'director'] as const) {
    const { state, can } = await call(who, bookingCalls.get, { params: { id } })
    if (can.includes('approve')) await call(who, bookingCalls.approve, { params: { id }, body: { state } })
  }
  return id
}
/** Card movements of this instrument only, because other stories use the same cards at the same time. */
async function readMoney(deviceId: number) {
  const { items } = await call('finance', fundCardCalls.list, { query: { size: 100, keyword: 'JF2026' } })
  expect(items.length).toBeGreaterThan(2)
  const ledgers = await Promise.all(
    items.map((card) =>
      call('finance', fundCardCalls.ledger, { params: { id: card.id }, query: { size: 1000 } }),
    ),
  )
  return ledgers
    .flatMap((ledger) => ledger.items)
    .filter(({ use }) => use?.devices.some(({ id }) => id === deviceId))
}

test('what really ran is judged by whoever reviews the instrument', async ({ browser }) => {
  const people = company(browser)
  const device = await findSpareDevice('last')
  await openNow(device.serialId)
  const mark = `${Date.now() % 1_000_000}`
  const { code } = await call('sysadmin', iotCalls.createGateway, {
    body: { name: `核查网关 ${mark}`, roomId: null, remark: null },
  })
  const credentials = await call(null, iotCalls.enrol, { body: { code, hardware: 'E2E' } })
  const { gatewayId } = credentials
  let ago = 0
  /** The second at which the gateway's clock stands; null: it goes. */
  let still: number | null = null
  const { hostname } = new URL(process.env['E2E_URL'] ?? '')
  const gateway = await startGateway(`mqtt://${hostname}:${credentials.mqttPort}`, credentials, {
    clock: () => (still ?? Math.floor(Date.now() / 1000)) - ago * 60,
    reads: false,
  })
  const units = new Map<string, number>()
  for (const [number, kind, name] of [
    [1, 'door', `核查门 ${mark}`],
    [2, 'air_switch', `核查电源 ${mark}`],
  ] as const) {
    const body = { gatewayId, number, kind, name, deviceId: device.id, model: null, href: null, remark: null }
    units.set(kind, (await call('sysadmin', iotCalls.createUnit, { body })).id)
  }
  const { uid: userId, name } = await call('booker', sessionCalls.current)
  const card = (0xd0000000 + (Date.now() % 0x0fffffff)).toString(16).toUpperCase()
  await call('sysadmin', doorAccessCalls.bindCard, { body: { number: card, userId } })
  const told = () =>
    expect.poll(() => [gateway.waiting(), gateway.readings().waiting], { timeout: 40_000 }).toEqual([0, 0])
  /** Reports that the instrument drew current from `from` to `to` minutes ago. */
  const run = async (from: number, to: number) => {
    // If a minute ended in between, the run would be a minute longer.
    still = Math.floor(Date.now() / 1000)
    for (ago = from; ago >= to; ago -= 5) await gateway.sayReadings({ 2: { amps: 4.2 } })
    ago = 0
    still = null
  }

  const unused = await bookNow(device.id)
  await test.step('one booked, registered his use, and never came', async () => {
    await call('booker', bookingCalls.start, { params: { id: unused } })
    await letMinutesPass(20, { gatewayId, bookingIds: [unused] })
    await call('booker', bookingCalls.finish, { params: { id: unused } })
    await letMinutesPass(100, { gatewayId, bookingIds: [unused] })
  })

  const longer = await bookNow(device.id)
  await test.step('one came by his card, and worked on for an hour after his end', async () => {
    await expect.poll(() => gateway.list()?.entries.some((e) => e.ref === `b${longer}`)).toBe(true)
    expect(gateway.show(1, { card }).open).toBe(true)
    expect(gateway.isOn(2)).toBe(true)
    await call('booker', bookingCalls.start, { params: { id: longer } })
    await told()
    await letMinutesPass(20, { gatewayId, bookingIds: [unused, longer] })
    await call('booker', bookingCalls.finish, { params: { id: longer } })
    await letMinutesPass(90, { gatewayId, bookingIds: [unused, longer] })
    await expect.poll(() => gateway.list()?.entries.some((e) => e.ref === `b${longer}`)).toBe(false)
    gateway.tick()
    await expect.poll(() => gateway.isOn(2)).toBe(false)
  })

  await test.step('and somebody let in for another reason ran it without having booked', async () => {
    const { id } = await call('sysadmin', doorAccessCalls.grant, {
      body: {
        unitId: units.get('door') ?? 0,
        kind: 'permanent',
        userId,
        from: new Date(Date.now() - 500 * MINUTE).toISOString(),
        reason: '值班',
      },
    })
    await expect.poll(() => gateway.list()?.entries.some((e) => e.ref === `g${id}`)).toBe(true)
    // Told all at once: the schedule looks every quarter of an hour, and might find half a run.
    await gateway.cut()
    ago = 402
    expect(gateway.show(1, { card }).open).toBe(true)
    await run(400, 370)
    await run(108, 30)
    await gateway.mend()
    await told()
  })

  const money = await readMoney(device.id)
  const ids = new Map<FindingKind, number>()
  await test.step('each of the three is found, once', async () => {
    const list = async () => {
      const { items } = await call('reviewer', findingCalls.findings, { query: { size: 100 } })
      return items.filter((f) => f.device.id === device.id)
    }
    for (const job of ['iot-readings', 'iot-findings', 'iot-findings']) {
      const args = { params: { name: job } }
      const asked = Date.now()
      await call('sysadmin', monitorCalls.runJob, args).catch((e: Error) => {
        // The schedule has just queued the job. That run has not begun yet, so it is as good as this one.
        if (!e.message.includes(monitorRefusals.JOB_QUEUED)) throw e
      })
      // Not any run that ends from now on: a scheduled one may have begun before everything was reported.
      const ended = async () =>
        (await call('sysadmin', monitorCalls.runs, args)).items.some(
          (r) => r.endedAt && Date.parse(r.startedAt) >= asked,
        )
      await expect.poll(ended).toBe(true)
    }
    const found = await list()
    expect(found.map((f) => [f.kind, f.bookingId, f.person?.name]).toSorted()).toEqual(
      [
        ['longer', longer, name],
        ['unbooked', null, name],
        ['unused', unused, name],
      ].toSorted(),
    )
    for (const f of found) ids.set(f.kind, f.id)
  })

  const reviewer = await people.page('reviewer')
  const take = (kind: FindingKind, shows: readonly (string | RegExp)[]) =>
    takeUp(reviewer, 'reviewer', 'use_finding', ids.get(kind) ?? 0, shows)
  const decide = async (page: Page, word: string, reason: string) => {
    await page.getByRole('article').getByRole('button', { name: word, exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').fill(reason)
    await sayYes(page, word)
  }

  await test.step('of the run without a booking he makes an entry, filled in with what is known', async () => {
    await take('unbooked', [`${device.name}：未预约上机`, name])
    expect(await accessibilityFaults(reviewer)).toEqual([])
    await decide(reviewer, '按实际登记', '值班时自用')
    await expect(reviewer).toHaveURL(/\/account\/use-entries\?add=new/)
    await expect(reviewer.getByText(device.name).first()).toBeVisible()
    await expect(reviewer.getByText(name).first()).toBeVisible()
    await reviewer.getByText('未预约使用', { exact: true }).click()
    await reviewer.getByLabel('登记原因').fill('值班时自用，未预约')
    await reviewer
      .locator('input[type=file]')
      .setInputFiles({ name: '上机记录.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(reviewer.getByRole('button', { name: '移除 上机记录.png' })).toBeVisible()
    await reviewer.getByRole('button', { name: '登记使用' }).click()
    await expect(reviewer.getByText('使用已登记，一分钟内计入统计')).toBeVisible()
    const { items } = await call('reviewer', useEntryCalls.list, { query: { deviceId: device.id } })
    const entry = items.find((e) => e.reason === '值班时自用，未预约')
    const spans = entry?.intervals.map((i) => Date.parse(i.endAt) - Date.parse(i.startAt))
    expect(spans).toEqual([31 * MINUTE])
  })

  await test.step('he counts the booking that nobody came to as a violation', async () => {
    await take('unused', [`${device.name}：预约未使用`, name])
    await decide(reviewer, '计为违约', '门禁无进入记录')
    await takenOff(reviewer)
    const { items } = await call('booker', violationCalls.list)
    expect(items.filter((v) => v.bookingId === unused)).toMatchObject([{ kind: 'no_show' }])
  })

  await test.step('and forgives whoever worked on', async () => {
    await take('longer', [`${device.name}：超时用机`, name])
    await decide(reviewer, '不追究', '当面说明')
    await takenOff(reviewer)
  })

  await test.step('what was decided is told to whoever it is about', async () => {
    const booker = await people.page('booker')
    await open(booker, `/appointment/orderDetail?id=${unused}`)
    await booker.getByRole('button', { name: /^消息/ }).click()
    for (const words of ['用机核查：已计违约', '用机核查：不追究', '用机核查：已按实际登记'])
      await expect(booker.getByText(words).first()).toBeVisible()
  })

  await test.step('no money was moved, and no order changed', async () => {
    expect(await readMoney(device.id)).toEqual(money)
    for (const id of [unused, longer])
      expect(await call('reviewer', bookingCalls.get, { params: { id } })).toMatchObject({
        state: 'awaiting_test_order',
      })
  })

  await test.step('the real hours are proposed to whoever writes the test order: he takes them himself', async () => {
    const order = () => call('reviewer', testOrderCalls.measureInfo, { query: { bookingId: longer } })
    const before = await order()
    await open(reviewer, `/account/measureInfo?bookingId=${longer}`)
    const note = reviewer.getByRole('note', { name: '门禁与供电实测' })
    await expect(note).toContainText('有电流')
    expect(await order()).toEqual(before)
    await note.getByRole('button', { name: /采用实测时间/ }).click()
    await reviewer.getByRole('button', { name: '暂存' }).click()
    await expect(reviewer.getByText('已暂存').first()).toBeVisible()
    const after = await order()
    expect(Date.parse(after?.endAt ?? '') - Date.parse(after?.startAt ?? '')).toBeGreaterThan(70 * MINUTE)
    expect(await readMoney(device.id)).toEqual(money)
  })
  await gateway.stop()
  await people.close()
})

/** A very small picture as a document. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
