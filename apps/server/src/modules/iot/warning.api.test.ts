import { iotCalls } from '@portal/contract/iot/iot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMinutes } from '../../kernel/time.ts'
import { openLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { raise, tellOfEnd } from './alarm.action.ts'

let world: World
let office: Person
let gatewayId: number
let power: number
let bookingId: number
beforeAll(async () => {
  world = await createWorld()
  const lab = await openLab(world)
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  await lab.approvals(lab.deviceId)
  bookingId = (await lab.book()).id
  const { gateway } = await world.ok(office, iotCalls.createGateway, { body: { name: '网关' } })
  gatewayId = gateway.id
  const unit = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId, number: 2, kind: 'air_switch', name: '电源', deviceId: lab.deviceId },
  })
  power = unit.id
})
afterAll(() => world.close())

let seq = 0
/** Reports a warning that the switch gave so many minutes ago; returns how many messages follow from it. */
async function warn(ago: number): Promise<number> {
  const [event] = await world.sql<{ id: number }>(
    `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, way, at, received_at, booking_id)
      select gateway_id, 1, $2, id, 'warned', 'grant', $3, now(), $4 from iot_sub_device where id = $1
      returning id`,
    [power, ++seq, addMinutes(new Date(), -ago), bookingId],
  )
  const count = async () =>
    (await world.sql(`select from outbox where payload->>'title' = '场发射扫描电镜即将断电'`)).length
  const before = await count()
  await world.asSystem((ctx) => tellOfEnd(ctx, event?.id ?? 0))
  return (await count()) - before
}

test('a warning that a gateway without network reports hours later warns nobody of an end long past', async () => {
  expect(await warn(0)).toBe(1)
  expect(await warn(14), 'the clock of the gateway may be slow').toBe(1)
  expect(await warn(120)).toBe(0)
})

test('an alarm of a door that nobody keeps is told to the administrators', async () => {
  const admin = await world.person('管理员甲', { permissions: ['ADMIN'] })
  const [empty] = await world.sql<{ id: number }>(
    `insert into lab (serial_id, name, dept_id) select 'LABNOBODY', '筹建中的实验室', min(dept_id) from lab
      returning id`,
  )
  const door = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId, number: 3, kind: 'door', name: '筹建室门', labId: empty?.id ?? 0 },
  })
  const deny = async (): Promise<number[]> => {
    const [event] = await world.sql<{ id: number }>(
      `insert into iot_event (gateway_id, epoch, seq, sub_device_id, kind, way, at, received_at)
        values ($1, 1, $2, $3, 'denied', 'card', now(), now()) returning id`,
      [gatewayId, ++seq, door.id],
    )
    await world.asSystem((ctx) => raise(ctx, event?.id ?? 0))
    const [told] = await world.sql<{ users: number[] }>(
      `select payload->'userIds' as users from outbox
        where payload->>'title' = '门禁告警：筹建室门拒绝进入' order by id desc limit 1`,
    )
    return told?.users ?? []
  }
  expect(await deny()).toContain(admin.id)
  const director = await world.person('新主任')
  await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_director')`, [
    empty?.id ?? 0,
    director.id,
  ])
  // As if ten minutes had passed, in which a second alarm is not told.
  await world.sql('update iot_alarm set told = false')
  expect(await deny()).toEqual([director.id])
})
