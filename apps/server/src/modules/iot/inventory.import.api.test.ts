import { bulkCalls, type ImportKind } from '@portal/contract/bulk/bulk'
import { iotCalls } from '@portal/contract/iot/iot'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { committed, uploaded, workbook } from '../../testing/sheets.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

// Gateways and sub-devices from spreadsheets: a verdict for each row, all
// rows or none are written, and an exported file can be imported again.

let world: World
let lab: OpenLab
let office: Person
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  office = await world.person('监控办', { permissions: ['GATE_MONITOR_ALL'] })
  await world.sql(`with b as (insert into building (serial_id, name) values ('W1', '文波楼') returning id)
    insert into room (building_id, name) select id, '101' from b`)
})
afterAll(() => world.close())

type Cell = string | number | null
async function bring(kind: ImportKind, rows: Cell[][]) {
  const one = await uploaded(world, office, kind, await workbook(rows))
  const { items } = await world.ok(office, bulkCalls.rows, { params: { id: one.id } })
  const verdicts = items.map((r) => {
    const error = r.reasons.find((x) => x.level === 'error')
    return error ? `${error.column}：${error.message}` : r.verdict
  })
  return { verdicts, items, write: (skipBad = false) => committed(world, office, one.id, skipBad), one }
}
async function readExport(url: string): Promise<Cell[][]> {
  const reply = await world.app.inject({ url, headers: { authorization: office.token } })
  expect(reply.statusCode).toBe(200)
  return ((await readXlsx(reply.rawPayload)).sheets[0]?.rows ?? []) as Cell[][]
}
const listUnits = async () =>
  (await world.ok(office, iotCalls.units, { query: { keyword: '文波', size: 100 } })).items

test('who keeps a laboratory only brings nothing in', async () => {
  const keeper = await world.person('实验员', { permissions: ['GATE_MONITOR_EDIT'] })
  for (const kind of ['iot-gateway', 'iot-sub-device'] as const) {
    const file = { name: 'x.xlsx', content: await workbook([['网关'], ['文波网关']]) }
    const sent = await world.send(keeper, bulkCalls.upload, { params: { kind }, files: [file] })
    expect(sent.status).toBe(403)
  }
})

test('gateways, then what hangs on them: faults are named by column, mended, written at once', async () => {
  const gateways = [
    ['网关', '位置', '备注'],
    ['文波网关一', 'W1 101', '一期'],
    ['文波网关二', '文波楼 101', ''],
    ['文波网关三', '文波楼 999', ''],
  ]
  const first = await bring('iot-gateway', gateways)
  expect(first.verdicts).toEqual(['new', 'new', '位置：没有房间“文波楼 999”'])
  expect((await world.send(office, bulkCalls.commit, { params: { id: first.one.id }, body: {} })).code).toBe(
    'HAS_BAD_ROWS',
  )
  expect((await world.ok(office, iotCalls.gateways, { query: { keyword: '文波' } })).total).toBe(0)
  const mended = await bring('iot-gateway', [...gateways.slice(0, 3), ['文波网关三', '', '']])
  expect(await mended.write()).toMatchObject({ state: 'done' })
  const { items } = await world.ok(office, iotCalls.gateways, { query: { keyword: '文波' } })
  expect(items.map((g) => [g.name, g.state, g.room?.name, g.codeUntil, g.remark])).toEqual([
    ['文波网关三', 'new', undefined, null, null],
    ['文波网关二', 'new', '文波楼 101', null, null],
    ['文波网关一', 'new', '文波楼 101', null, '一期'],
  ])

  const deviceId = await lab.device({})
  const [device] = await world.sql<{ serialId: string }>(
    'select serial_id as "serialId" from device where id = $1',
    [deviceId],
  )
  const header = ['网关', '端口号', '类型', '名称', '房间', '实验室', '资产编号', '提前进入（分钟）']
  const serial = device?.serialId ?? ''
  const rows: Cell[][] = [
    ['文波网关一', 1, '门禁', '文波前门', '文波楼 101', '', '', 20],
    ['文波网关一', 2, '空气开关', '文波电镜开关', '', '', serial, ''],
    ['文波网关九', 1, '门禁', '文波后门', '', '', '', ''],
    ['文波网关一', 300, '门禁', '文波边门', '', '', '', ''],
    ['文波网关二', 1, '风扇', '文波风扇', '', '', '', ''],
    ['文波网关二', 2, '电表', '文波电表', '文波楼 101', '', serial, ''],
    ['文波网关二', 3, '电表', '文波电表', '', '', 'NONE-1', ''],
    ['文波网关二', 4, '电表', '文波电表', '', '', '', 999],
    ['文波网关一', 1, '门禁', '文波前门', '', '', '', ''],
  ]
  const faulty = await bring('iot-sub-device', [header, ...rows])
  expect(faulty.verdicts).toEqual([
    'new',
    'new',
    '网关：没有名为“文波网关九”的网关',
    '端口号：端口号为 1–255',
    '类型：类型应为：门禁、空气开关、电表、读卡器、摄像头、温湿度传感器',
    '资产编号：房间、实验室、仪器只能选择一个',
    '资产编号：没有资产编号“NONE-1”',
    '提前进入（分钟）：提前时间不能超过 240 分钟',
    '端口号：与第 2 行重复',
  ])
  expect(await listUnits()).toEqual([])
  const good = await bring('iot-sub-device', [header, ...rows.slice(0, 2)])
  expect(await good.write()).toMatchObject({ state: 'done', counts: { new: 2 } })
  expect(await listUnits()).toMatchObject([
    { number: 1, kind: 'door', room: { name: '文波楼 101' }, leadMinutes: 20, graceMinutes: 15 },
    { number: 2, kind: 'air_switch', device: { id: deviceId }, leadMinutes: 10 },
  ])

  // A unit in use keeps its kind; a new place replaces the old one; an empty cell changes nothing.
  const changed = await bring('iot-sub-device', [
    header,
    ['文波网关一', 1, '门禁', '文波前门', '', '', serial, ''],
    ['文波网关一', 2, '电表', '文波电镜开关', '', '', '', ''],
  ])
  expect(changed.verdicts).toEqual(['changed', '类型：该端口已登记为空气开关，类型不能修改，请先停用再新增'])
  expect(changed.items[0]?.reasons.map((r) => [r.column, r.message])).toEqual([
    ['房间', '文波楼 101'],
    ['资产编号', '（空）'],
  ])
  await changed.write(true)
  expect((await listUnits())[0]).toMatchObject({ room: null, device: { id: deviceId }, leadMinutes: 20 })
})

test('what goes out comes in again and changes nothing', async () => {
  for (const [kind, call] of [
    ['iot-gateway', iotCalls.exportGateways],
    ['iot-sub-device', iotCalls.exportUnits],
  ] as const) {
    const rows = await readExport(call.path)
    expect(rows.length).toBeGreaterThan(2)
    expect(new Set((await bring(kind, rows)).verdicts), kind).toEqual(new Set(['same']))
  }
})

test('a gateway out of use is not brought back by a file, and one of two of a name is not guessed', async () => {
  for (const name of ['旧网关', '双网关', '双网关'])
    await world.ok(office, iotCalls.createGateway, { body: { name } })
  const { items } = await world.ok(office, iotCalls.gateways, { query: { keyword: '旧网关' } })
  await world.ok(office, iotCalls.retireGateway, {
    params: { id: items[0]?.id ?? 0 },
    body: { reason: '拆除' },
  })
  expect((await bring('iot-gateway', [['网关'], ['旧网关'], ['双网关']])).verdicts).toEqual([
    '网关：网关已停用',
    '网关：有多个网关名为“双网关”，请先在列表中改名',
  ])
  const units = [
    ['网关', '端口号', '类型', '名称'],
    ['旧网关', 1, '门禁', '门'],
    ['双网关', 1, '门禁', '门'],
  ]
  expect((await bring('iot-sub-device', units)).verdicts).toEqual([
    '网关：网关已停用',
    '网关：有多个网关名为“双网关”，请先在列表中改名',
  ])
})

test('several at once: codes, a room, out of use; one that is in the way stops all, by its name', async () => {
  const { items: gateways } = await world.ok(office, iotCalls.gateways, { query: { keyword: '文波网关' } })
  const ids = gateways.map((g) => g.id)
  const [old] = (await world.ok(office, iotCalls.gateways, { query: { keyword: '旧网关' } })).items
  const renew = (of: number[]) => world.send(office, iotCalls.renewCodes, { body: { ids: of } })
  const refused = await renew([...ids, old?.id ?? 0])
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'CODE_UNFIT',
    '已停用的网关和使用设备协议的网关不能签发注册码：“旧网关”',
  ])
  const nobody = await world.sql('select 1 from iot_gateway where id = any($1) and code_hash is not null', [
    ids,
  ])
  expect(nobody).toEqual([])
  expect((await renew([...ids, 999_999])).status).toBe(404)
  const issued = await world.ok(office, iotCalls.renewCodes, { body: { ids } })
  expect(issued.map((i) => i.gateway.id).toSorted()).toEqual(ids.toSorted())
  expect(new Set(issued.map((i) => i.code)).size).toBe(3)
  const [one] = issued
  expect(await world.ok(null, iotCalls.enrol, { body: { code: one?.code ?? '' } })).toMatchObject({
    gatewayId: one?.gateway.id,
  })

  const units = (await listUnits()).map((u) => u.id)
  const [room] = await world.sql<{
    id: number
  }>(`select r.id from room r join building b on b.id = building_id
    where b.serial_id = 'W1'`)
  const roomId = room?.id ?? 0
  const tied = await world.ok(office, iotCalls.tieUnits, { body: { ids: units, roomId } })
  expect(tied.map((u) => [u.room?.name, u.device])).toEqual([
    ['文波楼 101', null],
    ['文波楼 101', null],
  ])
  const twice = await world.send(office, iotCalls.tieUnits, { body: { ids: units, roomId, labId: 1 } })
  expect([twice.status, twice.reasons?.[0]?.field]).toEqual([400, 'labId'])
  const keeper = await world.person('实验员二', { permissions: ['GATE_MONITOR_EDIT'] })
  expect((await world.send(keeper, iotCalls.tieUnits, { body: { ids: units, roomId } })).status).toBe(403)

  const reason = '整体更换'
  await world.ok(office, iotCalls.retireUnits, { body: { ids: units.slice(0, 1), reason } })
  const [front = 0, power = 0] = units
  const both = await world.ok(office, iotCalls.retireUnits, { body: { ids: units, reason } })
  expect(both.skipped).toEqual([{ id: front, name: '文波前门', why: '子设备已停用' }])
  expect(both.done.map((u) => [u.id, u.retiredAt !== null, u.can])).toEqual([[power, true, ['restore']]])
  expect(await listUnits()).toEqual([])

  // Restored units; those that cannot be restored stay as they are, with the reason.
  const restore = (ids: readonly number[], by = office) =>
    world.send(by, iotCalls.restoreUnits, { body: { ids: [...ids], reason: '误停用' } })
  expect((await restore(units, keeper)).status).toBe(403)
  const back = (await restore([front])).data
  expect(back.skipped).toEqual([])
  expect(back.done).toMatchObject([{ id: front, retiredAt: null, restored: { reason: '误停用' } }])
  const taken = await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: back.done[0]?.gateway.id ?? 0, number: 2, kind: 'air_switch', name: '新开关' },
  })
  expect((await restore(units)).data).toMatchObject({
    done: [],
    skipped: [
      { name: '文波前门', why: '子设备没有停用' },
      { name: '文波电镜开关', why: '端口 2 已由“新开关”使用' },
    ],
  })
  const replaced = await world.ok(office, iotCalls.replaceUnit, {
    params: { id: taken.id },
    body: { remark: '坏了' },
  })
  await world.ok(office, iotCalls.retireUnit, { params: { id: replaced.id }, body: { reason } })
  const last = (await restore([power, taken.id, replaced.id])).data
  expect(last.skipped.map((o: { why: string }) => o.why)).toEqual([
    '同一端口一次只恢复最近的一个',
    '子设备已更换，请使用新设备',
  ])
  expect(last.done.map((u: { id: number }) => u.id)).toEqual([replaced.id])
})

test('gateways are put out of service and back together; what serves something stays', async () => {
  const make = async (name: string) =>
    (await world.ok(office, iotCalls.createGateway, { body: { name } })).gateway.id
  const [busy, idle] = [await make('甲网关'), await make('乙网关')]
  await world.ok(office, iotCalls.createUnit, {
    body: { gatewayId: busy, number: 1, kind: 'door', name: '甲门' },
  })
  const body = { ids: [busy, idle], reason: '整楼改造' }
  const out = await world.ok(office, iotCalls.retireGateways, { body })
  expect(out.done.map((g) => [g.id, g.state, g.can])).toEqual([[idle, 'retired', ['restore']]])
  expect(out.skipped).toEqual([{ id: busy, name: '甲网关', why: '网关下还有使用中的子设备，请先停用或更换' }])
  const back = await world.ok(office, iotCalls.restoreGateways, { body })
  expect(back.done).toMatchObject([{ id: idle, state: 'new', restored: { reason: '整楼改造' } }])
  expect(back.done[0]?.can).toContain('renew')
  expect(back.skipped).toEqual([{ id: busy, name: '甲网关', why: '网关没有停用' }])
  const keeper = await world.person('实验员三', { permissions: ['GATE_MONITOR_EDIT'] })
  for (const c of [iotCalls.retireGateways, iotCalls.restoreGateways])
    expect((await world.send(keeper, c, { body })).status).toBe(403)
})
