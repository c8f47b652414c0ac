import { iotCalls } from '@portal/contract/iot/iot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Two concurrent requests: one retires a gateway, the other attaches something to it. The second request has
// to wait for the first, which has not committed yet.

let world: World
let office: Person
beforeAll(async () => {
  world = await createWorld()
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
})
afterAll(() => world.close())

const reason = '整楼改造'
async function addGateway(name: string): Promise<number> {
  return (await world.ok(office, iotCalls.createGateway, { body: { name } })).gateway.id
}
const addDoor = (gatewayId: number) =>
  world.send(office, iotCalls.createUnit, { body: { gatewayId, number: 1, kind: 'door', name: '正门' } })

/** Sends the request while another transaction has run this statement and has not committed yet. */
async function askBeside(statement: string, values: unknown[], ask: () => Promise<unknown>) {
  const client = await world.app.deps.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement, values)
    const answer = ask()
    const waits = until('a request that waits', () => countBlocked(world))
    await Promise.race([answer, waits])
    await client.query('commit')
    return await answer
  } finally {
    client.release()
  }
}
const PUT_OUT = 'update iot_gateway set retired_at = now(), retire_reason = $2 where id = $1'
const listBroken = async () =>
  (
    await world.app.deps.pool
      .query(`select s.id from iot_sub_device s join iot_gateway g on g.id = s.gateway_id
      where s.retired_at is null and g.retired_at is not null`)
  ).rows

test('a gateway that is put out of use takes nothing new', async () => {
  const gatewayId = await addGateway('一楼')
  const answer = await askBeside(PUT_OUT, [gatewayId, reason], () => addDoor(gatewayId))
  expect(answer).toMatchObject({ code: 'GATEWAY_RETIRED', reasons: [{ field: 'gatewayId' }] })
  expect(await listBroken()).toEqual([])
})

test('nothing comes back to a gateway that is put out of use', async () => {
  const gatewayId = await addGateway('二楼')
  const { id } = (await addDoor(gatewayId)).data
  await world.ok(office, iotCalls.retireUnit, { params: { id }, body: { reason } })
  const answer = await askBeside(PUT_OUT, [gatewayId, reason], () =>
    world.send(office, iotCalls.restoreUnits, { body: { ids: [id], reason: '误停用' } }),
  )
  expect(answer).toMatchObject({ status: 409, code: 'GATEWAY_RETIRED' })
  expect(await listBroken()).toEqual([])
})

test('a gateway that something is being hung on stays in use', async () => {
  const ways = [
    (id: number) => world.send(office, iotCalls.retireGateway, { params: { id }, body: { reason } }),
    (id: number) => world.send(office, iotCalls.retireGateways, { body: { ids: [id], reason } }),
  ]
  for (const putOut of ways) {
    const gatewayId = await addGateway('三楼')
    const answer = await askBeside(
      `insert into iot_sub_device (gateway_id, number, kind, name) values ($1, 1, 'door', '正门')`,
      [gatewayId],
      () => putOut(gatewayId),
    )
    expect(answer).toMatchObject({ status: 409, code: 'GATEWAY_IN_USE' })
  }
  expect(await listBroken()).toEqual([])
})
