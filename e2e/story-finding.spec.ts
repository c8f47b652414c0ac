import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { findingCalls, type FindingKind } from '@portal/contract/iot/finding'
import { iotCalls } from '@portal/contract/iot/iot'
import { monitorCalls } from '@portal/contract/monitor/monitor'
import { sessionCalls } from '@portal/contract/session/session'
import { startGateway } from '../apps/server/src/simulator/gateway.ts'
import { open, openNow, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { letGatewayBeOld, letUseHaveBeen } from './support/clock.ts'
import { takenOff, takeUp } from './support/inbox.ts'
import { upload } from './support/lifecycle.ts'
import { call, company } from './support/people.ts'
import { findSpareDevice } from './support/spare-device.ts'

// Current that nobody booked, a use to which nobody came, and one that went on: what a gateway tells becomes
// three tasks of the instrument's reviewer, who makes an entry of the first, forgives the second and counts
// the third as a violation; the test order of the third is offered the real hours.

/** A use that has just been, of the booker's. */
async function use(deviceId: number): Promise<number> {
  const five = 300_000
  const start = Math.ceil(Date.now() / five + 0.2) * five
  const at = (ms: number) => new Date(ms).toISOString()
  const { id } = await call('booker', bookingCalls.create, {
    body: {
      deviceId,
      kind: 'self_operated',
      startAt: at(start),
      endAt: at(start + 6 * five),
      purpose: '断口形貌',
    },
  })
  for (const who of ['payer', 'reviewer', 'director'] as const) {
    const { state, can } = await call(who, bookingCalls.get, { params: { id } })
    if (can.includes('approve')) await call(who, bookingCalls.approve, { params: { id }, body: { state } })
  }
  await call('booker', bookingCalls.start, { params: { id } })
  await call('booker', bookingCalls.finish, { params: { id } })
  return id
}

test('what current and doors tell against the bookings is judged by the reviewer', async ({ browser }) => {
  const people = company(browser)
  const device = await findSpareDevice('middle')
  await openNow(device.serialId)
  const { code } = await call('sysadmin', iotCalls.createGateway, {
    body: { name: `核查网关 ${Date.now()}`, roomId: null, remark: null },
  })
  const credentials = await call(null, iotCalls.enrol, { body: { code, hardware: 'E2E' } })
  for (const [number, kind, name] of [
    [1, 'door', '核查门'],
    [2, 'air_switch', '核查电源'],
  ] as const)
    await call('sysadmin', iotCalls.createUnit, {
      body: { gatewayId: credentials.gatewayId, number, kind, name, deviceId: device.id },
    })
  const longer = await use(device.id)
  await letUseHaveBeen(longer, 420)
  const unused = await use(device.id)
  await letUseHaveBeen(unused, 260)
  await letGatewayBeOld(credentials.gatewayId)

  // What it kept while its line was cut comes now, with the moments at which it was.
  const begin = Math.floor(Date.now() / 60_000) * 60
  let now = begin
  const gateway = await startGateway(
    `mqtt://${new URL(process.env['E2E_URL'] ?? '').hostname}:${credentials.mqttPort}`,
    credentials,
    { clock: () => now, tickMs: 60_000, reads: false },
  )
  const run = async (from: number, to: number) => {
    for (let minute = from; minute >= to; minute--) {
      now = begin - minute * 60
      await gateway.sayReadings({ 2: { amps: 4.1 } })
    }
  }
  await run(420, 355)
  await run(120, 95)
  now = begin
  const { uid: user, name: whoRan } = await call('experimenter', sessionCalls.current)
  const at = (minute: number) => begin - minute * 60
  await gateway.say('event', {
    events: [
      { seq: 1, at: at(420), unit: 2, kind: 'switched_on', way: 'entry', ref: `b${longer}` },
      { seq: 2, at: at(354), unit: 2, kind: 'switched_off', way: 'end', ref: `b${longer}` },
      { seq: 3, at: at(121), unit: 1, kind: 'opened', way: 'card', user },
    ],
  })
  await expect.poll(() => gateway.readings().waiting).toBe(0)

  /** Timed work, now. */
  const work = (name: string) => call('sysadmin', monitorCalls.runJob, { params: { name } }).catch(() => null)
  const found = new Map<FindingKind, number>()
  await expect
    .poll(
      async () => {
        await work('iot-readings')
        await work('iot-findings')
        const { items } = await call('reviewer', findingCalls.findings, {
          query: { state: 'open', size: 100 },
        })
        for (const f of items) if (f.device.id === device.id) found.set(f.kind, f.id)
        return [...found.keys()].sort()
      },
      { intervals: [3000], timeout: 40_000 },
    )
    .toEqual(['longer', 'unbooked', 'unused'])

  const reviewer = await people.page('reviewer')
  const take = (kind: FindingKind, shows: readonly (string | RegExp)[]) =>
    takeUp(reviewer, 'reviewer', 'use_finding', found.get(kind) ?? 0, [device.name, ...shows])
  const judge = async (panel: ReturnType<Page['getByRole']>, word: string, why: string) => {
    await panel.getByRole('button', { name: word }).click()
    await reviewer.getByRole('dialog').getByRole('textbox').fill(why)
    await sayYes(reviewer, word)
  }

  await test.step('nobody came to the second: forgiven, with a reason', async () => {
    const panel = await take('unused', [/预约未使用/, '预约时间'])
    expect(await accessibilityFaults(reviewer)).toEqual([])
    await judge(panel, '不追究', '当天停水，已当面说明')
    await takenOff(reviewer)
  })

  await test.step('the first is made an entry of, which knows who and when', async () => {
    const panel = await take('unbooked', [/未预约上机/, whoRan, '实际用机'])
    await judge(panel, '按实际登记', '急用，补登记')
    await expect(reviewer.getByRole('heading', { name: '登记使用' })).toBeVisible()
    await expect(reviewer.getByText(whoRan).first()).toBeVisible()
    await expect(reviewer.getByText(device.name).first()).toBeVisible()
    await expect(reviewer.getByLabel('开始时间')).not.toHaveValue('')
    await reviewer.getByRole('radio', { name: '未预约使用' }).check({ force: true })
    await reviewer.getByLabel('登记原因').fill('急用，未及预约')
    await upload(reviewer, '凭证', '上机记录.pdf')
    await reviewer.getByRole('button', { name: '登记使用' }).click()
    await expect(reviewer.getByText('使用已登记，一分钟内计入统计')).toBeVisible()
    await expect(reviewer.getByRole('row', { name: device.name }).first()).toContainText(whoRan)
  })

  await test.step('the third counts as a violation, which whoever did it reads and may object to', async () => {
    const panel = await take('longer', [/超时用机/])
    await judge(panel, '计为违约', '超时一刻钟以上，未延长')
    await takenOff(reviewer)
    const booker = await people.page('booker')
    await open(booker, '/account/subscribe-list?scope=violations')
    await expect(booker.getByRole('row', { name: device.name }).first()).toContainText('超时')
  })

  await test.step('its test order is offered the real hours; no money has moved by itself', async () => {
    await open(reviewer, `/account/measureInfo?bookingId=${longer}`)
    const told = reviewer.getByRole('note', { name: '门禁与供电实测' })
    await expect(told).toContainText('有电流')
    await told.getByRole('button', { name: /采用实测时间/ }).click()
    await expect(reviewer.getByText('已填入实测时间，请核对')).toBeVisible()
  })

  await test.step('whoever keeps all of them reads what was made of each', async () => {
    const office = await people.page('sysadmin')
    await open(office, '/iot/air-switch?tab=findings')
    const rows = office.getByRole('row', { name: device.name })
    await expect(rows).toHaveCount(3)
    for (const word of ['已按实际登记', '不追究', '已计违约'])
      await expect(rows.filter({ hasText: word }).first()).toBeVisible()
    expect(await accessibilityFaults(office)).toEqual([])
  })
  await gateway.stop()
  await people.close()
})
