import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { openingCalls } from '@portal/contract/opening/opening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type World } from '../../testing/world.ts'

// Closing a laboratory: the person who closes it sees the bookings, the bookers are told, and nobody gets new
// time.

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  await lab.approvals(lab.deviceId)
})
afterAll(() => world.close())

const slot = { kind: 'self_operated' as const, startAt: at(3, 10), endAt: at(3, 11) }
/** All places that list bookable instruments. */
async function offers() {
  const q = { page: 0, size: 50 }
  const ids = (page: { items: { id: number }[] }) => page.items.map((d) => d.id)
  const [search, shared, opened, free, day] = await Promise.all([
    world.ok(lab.booker, deviceCalls.list, { query: q }),
    world.ok(lab.booker, deviceCalls.shared, { query: q }),
    world
      .ok(lab.booker, openingCalls.list, { query: q })
      .then((page) => ({ items: page.items.map((o) => o.device) })),
    world.ok(lab.booker, bookingCalls.free, { query: { startAt: slot.startAt, endAt: slot.endAt } }),
    world.ok(lab.booker, bookingCalls.labDay, {
      query: { labId: lab.labId, day: slot.startAt.slice(0, 10) },
    }),
  ])
  const ofLab = await world.ok(lab.booker, labCalls.devices, { query: { id: lab.labId, ...q } })
  const { shared: onHome, top } = await world.ok(null, deviceCalls.homepage)
  return [
    ids(search),
    ids(shared),
    ids(opened),
    ids(free),
    day.devices.map((d) => d.id),
    ids(ofLab),
    top.map((d) => d.id),
    onHome > 0 ? [lab.deviceId] : [],
  ].map((found) => found.includes(lab.deviceId))
}

test('what stands in a closed laboratory is neither shown as bookable nor booked, on any path', async () => {
  expect(new Set(await offers())).toEqual(new Set([true]))
  const coming = await lab.book({ startAt: at(2, 10), endAt: at(2, 11) })
  await world.sql(
    `update opening set cancel_limit_minutes = 10000, cancel_fee_fen = 5000 where device_id = $1`,
    [lab.deviceId],
  )
  const reviewed = await lab.device()
  const moved = await lab.book({ deviceId: reviewed, startAt: at(2, 14), endAt: at(2, 15) })
  const delivered = await lab.book({
    deviceId: reviewed,
    kind: 'sample_delivery',
    startAt: null,
    endAt: null,
    samples: [{ name: '合金', count: 1 }],
  })

  const close = (accept?: boolean) =>
    world.send(lab.sysadmin, labCalls.enable, {
      params: { id: lab.labId },
      body: { enabled: false, ...(accept && { accept }) },
    })
  const asked = await close()
  expect([asked.status, asked.code, asked.message]).toEqual([
    409,
    'LAB_HAS_BOOKINGS',
    expect.stringContaining('3 个未完成的预约，涉及 1 人'),
  ])
  expect((await close(true)).status).toBe(200)

  expect(new Set(await offers())).toEqual(new Set([false]))
  // Its own people still find it, but not among what can be booked.
  const finds = async (query: { opened?: 'true' | 'false'; kind?: 'self_operated'; freeOn?: string }) => {
    const asked = { query: { size: 50, ...query } }
    const [all, mine] = await Promise.all([
      world.ok(lab.reviewer, deviceCalls.list, asked),
      world.ok(lab.reviewer, deviceCalls.my, asked),
    ])
    return [all.items.some((d) => d.id === lab.deviceId), mine.items.some((d) => d.id === lab.deviceId)]
  }
  expect(await finds({})).toEqual([true, true])
  expect(await finds({ opened: 'true' })).toEqual([false, false])
  expect(await finds({ kind: 'self_operated' })).toEqual([false, false])
  expect(await finds({ freeOn: slot.startAt.slice(0, 10) })).toEqual([false, false])
  expect(await finds({ opened: 'false' })).toEqual([true, true])
  // The list of settings asks for what is set.
  const set = await world.ok(lab.sysadmin, openingCalls.list, { query: { managed: 'true', opened: 'true' } })
  expect(set.items.map((o) => o.device.id)).toContain(lab.deviceId)
  const refused = async (work: Promise<{ status: number; reasons?: { code: string }[] }>) =>
    (await work).reasons?.map((r) => r.code)
  expect(
    await refused(
      world.send(lab.booker, bookingCalls.create, {
        body: { ...slot, deviceId: lab.deviceId, purpose: '新的' },
      }),
    ),
  ).toEqual(['LAB_DISABLED'])
  // Nobody may override it, not even the laboratory's director.
  const insisting = { ...slot, deviceId: lab.deviceId, purpose: '新的', override: ['LAB_DISABLED'] as never }
  expect((await world.send(lab.director, bookingCalls.create, { body: insisting })).status).not.toBe(200)
  expect(
    await refused(
      world.send(lab.booker, bookingCalls.change, {
        params: { id: moved.id },
        body: { ...slot, purpose: '改期' },
      }),
    ),
  ).toContain('LAB_DISABLED')
  expect(
    await refused(
      world.send(lab.booker, bookingCalls.extend, { params: { id: coming.id }, body: { endAt: at(2, 12) } }),
    ),
  ).toContain('LAB_DISABLED')
  const assign = { state: 'awaiting_reviewer' as const, assign: { startAt: at(3, 12), endAt: at(3, 13) } }
  expect(
    await refused(
      world.send(lab.reviewer, bookingCalls.approve, { params: { id: delivered.id }, body: assign }),
    ),
  ).toContain('LAB_DISABLED')
  expect(
    (
      await world.ok(lab.booker, bookingCalls.week, {
        query: { deviceId: lab.deviceId, from: at(2, 0), to: at(4, 0) },
      })
    ).device.closed,
  ).toContain('已停用')

  // Bookings stay, their people are told, and cancelling is free.
  const told = await world.sql<{ ids: number[]; link: string }>(
    `select payload->'userIds' as ids, payload->>'link' as link from outbox where payload->>'title' = '您预约的仪器所属实验室已停用' order by id`,
  )
  expect(told.map((t) => t.link)).toEqual(
    [coming, moved, delivered].map((b) => `/appointment/orderDetail?id=${b.id}`),
  )
  expect(told.every((t) => t.ids.includes(lab.booker.id))).toBe(true)
  expect(await world.ok(lab.booker, bookingCalls.get, { params: { id: coming.id } })).toMatchObject({
    state: 'awaiting_use',
    deviceDown: expect.stringContaining('停用'),
    cancelTerms: { feeFen: 0, violation: false },
  })

  await world.ok(lab.sysadmin, labCalls.enable, { params: { id: lab.labId }, body: { enabled: true } })
  expect(new Set(await offers())).toEqual(new Set([true]))
})
