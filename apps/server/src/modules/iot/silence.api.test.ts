import { iotCalls } from '@portal/contract/iot/iot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { addMinutes } from '../../kernel/time.ts'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { iotJobs } from './iot.jobs.ts'

let world: World
let lab: OpenLab
let office: Person
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
})
afterAll(() => world.close())

const now = new Date()
const job = iotJobs.find((j) => j.name === 'iot-silence')!
/** Runs the job so many minutes from now. */
const runAt = (minutes: number) => runJob(world.app.deps, job, addMinutes(now, minutes))
/** A gateway that has enrolled, with a door of the laboratory. */
async function addGateway(name: string): Promise<number> {
  const { gateway } = await world.ok(office, iotCalls.createGateway, { body: { name } })
  const gatewayId = gateway.id
  await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId, number: 1, kind: 'door', name: `${name}的门`, labId: lab.labId },
  })
  await world.sql(`update iot_gateway set enrolled_at = now(), sealed_key = 'x' where id = $1`, [gatewayId])
  return gatewayId
}
const hear = (id: number, minutes: number) =>
  world.sql('update iot_gateway set seen_at = $2 where id = $1', [id, addMinutes(now, minutes)])
/** Who was told what since the last call; each by title and, of the body, the names before the first bracket. */
async function takeTold() {
  const told = await world.sql<{ to: number[]; title: string; name: string; link: string }>(
    `select payload->'userIds' as to, payload->>'title' as title, payload->>'link' as link,
        substring(payload->>'body' from '^[^（已]+') as name
      from outbox where kind = 'tell' order by id`,
  )
  await world.sql('delete from outbox')
  return told.map(({ to, ...rest }) => ({ to: to.toSorted((a, b) => a - b), ...rest }))
}
const officeIds = () => [office.id, lab.sysadmin.id].toSorted((a, b) => a - b)
const [toOffice, toLab] = ['/iot/iot-device', '/iot-device/iot-sub-device']

test('who keeps gateways, and whose doors they are, hears once that one is silent, and when it is back', async () => {
  const [quiet, well, fresh] = [
    await addGateway('静网关'),
    await addGateway('好网关'),
    await addGateway('新网关'),
  ]
  await hear(quiet, 0)
  await hear(well, 0)
  expect([await runAt(14), await takeTold()]).toEqual([0, []])
  await hear(well, 20)
  expect([await runAt(20), await runAt(25)]).toEqual([1, 0])
  const news = { title: '网关没有应答', name: '静网关' }
  expect(await takeTold()).toEqual([
    { to: officeIds(), ...news, link: toOffice },
    { to: [lab.director.id], ...news, link: toLab },
    { to: [lab.labAdmin.id], ...news, link: toLab },
  ])
  await hear(well, 30)
  await hear(quiet, 30)
  expect([await runAt(31), await runAt(32)]).toEqual([1, 0])
  const back = { title: '网关已恢复通信', name: '静网关' }
  expect(await takeTold()).toEqual([
    { to: officeIds(), ...back, link: toOffice },
    { to: [lab.director.id], ...back, link: toLab },
    { to: [lab.labAdmin.id], ...back, link: toLab },
  ])
  // It may fall silent again; one that is taken out of use is not awaited.
  await world.sql(
    `update iot_sub_device set retired_at = now(), retire_reason = '拆除' where gateway_id = any($1)`,
    [[well, fresh]],
  )
  await world.ok(office, iotCalls.retireGateway, { params: { id: well }, body: { reason: '报废' } })
  expect([await runAt(60), (await takeTold()).length]).toEqual([1, 3])
})

test('the silence of another maker’s device is no outage; its broken connection is', async () => {
  await world.sql('update iot_gateway set seen_at = null, silent_told_at = null')
  const plug = await addGateway('插座')
  await world.sql(
    `with m as (insert into iot_mapping (name, created_by, created_at) values ('插座', $2, now()) returning id)
      update iot_gateway set mapping_id = (select id from m) where id = $1`,
    [plug, office.id],
  )
  await hear(plug, 0)
  expect(await runAt(300)).toBe(0)
  await world.sql('update iot_gateway set gone_at = $2 where id = $1', [plug, addMinutes(now, 300)])
  expect([await runAt(310), await runAt(316)]).toEqual([0, 1])
})

test('after an outage of the portal gateways have until the next run to come back', async () => {
  await world.sql('update iot_gateway set seen_at = null, silent_told_at = null')
  const id = await addGateway('等待的网关')
  await hear(id, 0)
  const begun = (minutes: number) =>
    world.sql(`insert into job_run (job, started_at) values ('iot-silence', $1)`, [addMinutes(now, minutes)])
  await begun(0)
  await begun(120)
  expect(await runAt(120)).toBe(0)
  await begun(125)
  expect(await runAt(125)).toBe(1)
})
