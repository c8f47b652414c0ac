import { nationalReportCalls as calls, type Cell } from '@portal/contract/national-report/national-report'
import type { NationalKind } from '@portal/contract/national-report/schema'
import { makeAddress } from '@portal/contract/kernel/call'
import { readXlsx } from 'hucre/xlsx'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { createReceiver } from '../../adapters/national-platform/receiver.ts'
import { soapClient } from '../../adapters/national-platform/soap.ts'
import { assetWorld } from '../../testing/asset.ts'
import { seededSchemas } from '../../testing/national.ts'
import { plantUses } from '../../testing/uses.ts'
import type { Person } from '../../testing/world.ts'
import { catchUp } from '../use-ledger/use-ledger.service.ts'

const { world, s, office, office2, keeper, otherLabId, deptId } = await assetWorld()
const schemas = seededSchemas()
/** Values that the office writes into a year's schema, because they are the same for every instrument. */
const FIXED: Record<string, string> = {
  orgCode: '10335',
  province: '江苏省',
  city: '江州市',
  district: '东湖区',
  postcode: '215000',
}
const withFixed = {
  ...schemas.device,
  fields: schemas.device.fields.map((f) => ({ ...f, ...(FIXED[f.code] && { value: FIXED[f.code] }) })),
}
const account = { user: 'unit', password: 'secret' }
let answered: (envelope: string) => { status: number; body: string }
let deviceId: number
let bookingId: number
let reportId: number

const importFor = (who: Person, year: number, document: unknown) =>
  world.send(who, calls.importSchema, {
    body: { year },
    files: [{ name: 'schema.json', content: Buffer.from(JSON.stringify(document)) }],
  })
const listRows = async (kind: NationalKind, who = office, id = reportId) =>
  (await world.ok(who, calls.rows, { params: { id }, query: { kind, size: 100 } })).items
const findRow = async (kind: NationalKind, id = reportId) => (await listRows(kind, office, id))[0]!
const type = (id: number, values: Record<string, string | null>, who = office) =>
  world.send(who, calls.type, { params: { id }, body: { values } })
const send = (ids: number[], id = reportId) =>
  world.ok(office, calls.send, { params: { id }, body: { rowIds: ids } })
const makeCell = async (rowId: number, code: string): Promise<Cell | undefined> =>
  (await world.ok(office, calls.row, { params: { id: rowId } })).cells.find((c) => c.code === code)

beforeAll(async () => {
  const { answer } = createReceiver(account)
  answered = answer
  world.app.deps.adapters.nationalPlatform = soapClient({
    ...account,
    pauses: [1],
    post: async (envelope) => answered(envelope),
  })
  await world.sql(
    `update user_account set phone = '0512-62880001', email = 'wangmin@example.edu', name = '王敏' where id = $1`,
    [keeper.id],
  )
  await world.sql(
    `update user_account set name = '预约人', phone = '13800000000', dept_id = $2 where id = $1`,
    [s.booker.id, deptId],
  )
  await world.sql(`update dept set name = '材料学院', address = '江州市学府路 1 号' where id = $1`, [deptId])
  const [room] = await world.sql<{ id: number }>(
    `with b as (insert into building (serial_id, name, address) values ('B-GOLD', '测试楼', '学府路 1 号') returning id)
     insert into room (building_id, name) select id, 'A101' from b returning id`,
  )
  const [device] = await world.sql<{ id: number }>(
    `insert into device (serial_id, name, english_name, dept_id, lab_id, room_id, contact_id, shared, share_mode, price_fen, origin, under_customs,
       country, manufacturer, enabled_on, design, model, spec, indicators, functions, subjects, services, running, sharing_rules, fee_note, funding)
     values ('ZC-GOLD-1', '场发射扫描电子显微镜', 'Field Emission SEM', $1, $2, $3, $4, true, 'outside', 356400000, 'bought', true,
       '日本', '日立高新技术公司', '2023-03-15', 'general', 'SU8600', '冷场发射', E'二次电子分辨率 0.6 nm；\n加速电压 0.5–30 kV', '微区形貌与成分分析', '{材料科学,化学}',
       '形貌观察、能谱分析', 'good', '校内外开放，需预约', '校内 200 元/小时', 'central') returning id`,
    [deptId, s.labId, room?.id, keeper.id],
  )
  deviceId = device!.id
  await world.sql(
    `insert into device (serial_id, name, dept_id, lab_id, price_fen) values ('ZC-CHEAP', '天平', $1, $2, 49999999)`,
    [deptId, s.labId],
  )
  await world.sql(
    `insert into device (serial_id, name, dept_id, lab_id, price_fen) select 'ZC-OTHER', '质谱仪', dept_id, id, 60000000 from lab where id = $1`,
    [otherLabId],
  )
  const use = { deviceId, labId: s.labId, userId: s.booker.id, payerId: s.payer.id }
  await plantUses(world, [
    {
      ...use,
      begunAt: new Date('2025-05-12T00:40:00Z'),
      minutes: 240,
      samples: 7,
      incomeFen: 110_050,
      nature: 'research',
      fundingSource: 'nsfc',
      disciplines: ['430'],
    },
    { ...use, begunAt: new Date('2025-12-31T15:00:00Z'), minutes: 90, nature: 'teaching' },
    // In the new year by the campus's time zone.
    { ...use, begunAt: new Date('2025-12-31T16:00:00Z'), minutes: 90 },
  ])
  await world.sql(`update booking set service_mode = 'occupied' where device_id = $1`, [deviceId])
  // Later changes of a use enter the ledger at its next run.
  await world.sql(
    `insert into use_due (source, source_id) select 'booking', id from booking where device_id = $1`,
    [deviceId],
  )
  await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
  bookingId = (
    await world.sql<{ id: number }>('select min(id) as id from booking where device_id = $1', [deviceId])
  )[0]!.id
  await world.sql(
    `insert into use_rating (booking_id, user_id, score, rated_at, changed_at) values ($1, $2, 5, now(), now())`,
    [bookingId, s.booker.id],
  )
  await world.ok(office, calls.importSchema, {
    body: { year: 2025 },
    files: [{ name: 's.json', content: Buffer.from(JSON.stringify(withFixed)) }],
  })
  reportId = (await world.ok(office, calls.add, { body: { year: 2025 } })).id
})

describe('what is reported', () => {
  test('dear instruments, their imports and their uses of the year are collected once', async () => {
    const collect = () => world.ok(office, calls.collect, { params: { id: reportId } })
    // Two instruments, one import, two uses: the third use is in
    // another year, and the cheap instrument is out of scope.
    expect(await collect()).toEqual({ added: 5, removed: 0 })
    expect(await collect()).toEqual({ added: 0, removed: 0 })
    const [report] = (await world.ok(office, calls.reports, {})).items
    expect(report).toMatchObject({
      year: 2025,
      counts: { device: { unreported: 2 }, service: { unreported: 2 }, customs: { unreported: 1 } },
    })
  })

  test('what is missing is told, with who can fill it and where', async () => {
    const row = (await listRows('device')).find((r) => r.device.id === deviceId)!
    expect(row.issues).toMatchObject([
      { field: 'classCode', code: 'missing', filler: 'lab', place: 'form' },
      { field: 'bookingUrl', code: 'missing', filler: 'office', place: 'schema' },
    ])
    const bare = (await listRows('device')).find((r) => r.device.serialId === 'ZC-OTHER')!
    expect(bare.issues.find((i) => i.field === 'contact')).toMatchObject({
      filler: 'lab',
      place: 'device',
      message: '联系人没有填写',
    })
    const all = await world.ok(office, calls.issues, {
      params: { id: reportId },
      query: { kind: 'device', size: 1000 },
    })
    expect(all.checked).toBe(2)
    expect(all.items.filter((i) => i.rowId === row.id)).toMatchObject([
      { row: 1, column: 7, label: '分类编码' },
      { row: 1, column: 24, label: '预约服务网址' },
    ])
    const ofLab = await world.ok(office, calls.issues, {
      params: { id: reportId },
      query: { kind: 'device', filler: 'lab', size: 1000 },
    })
    expect(ofLab.items.every((i) => i.filler === 'lab')).toBe(true)
    expect(ofLab.total).toBeLessThan(all.total)
  })

  test('a form says what is known, what was typed over it and by whom', async () => {
    const { id } = (await listRows('device')).find((r) => r.device.id === deviceId)!
    await world.ok(keeper, calls.type, {
      params: { id },
      body: { values: { classCode: '030101', bookingUrl: 'https://portal.example.edu/d/1', name: '电镜' } },
    })
    expect(await makeCell(id, 'name')).toMatchObject({
      value: '电镜',
      known: '场发射扫描电子显微镜',
      origin: 'typed',
      typedBy: '王敏',
    })
    await type(id, { name: null })
    expect(await makeCell(id, 'name')).toMatchObject({
      value: '场发射扫描电子显微镜',
      origin: 'known',
      typedBy: null,
    })
    expect(await makeCell(id, 'orgCode')).toMatchObject({ value: '10335', origin: 'fixed' })
    // A wrong value is saved and reported.
    await type(id, { classCode: 'x' })
    expect((await listRows('device'))[0]?.issues.map((i) => i.code)).toEqual(['shape'])
    await type(id, { classCode: '030101' })
    expect((await listRows('device'))[0]?.issues).toEqual([])
    expect((await type(id, { colour: '红' })).status).toBe(422)
  })
})

describe('golden files', () => {
  const golden = (name: string) => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8')
  const cells = (kind: string) =>
    golden(`${kind}.cells`)
      .trimEnd()
      .split('\n')
      .map((line) => line.replace('{booking}', String(bookingId)).split('|') as [string, string, string])
  const file = async (kind: NationalKind, format: 'xlsx' | 'xml' | 'txt') =>
    (
      await world.app.inject({
        url: makeAddress(calls.file, { params: { id: reportId }, query: { kind, format } }),
        headers: { authorization: office.token },
      })
    ).rawPayload

  test.for(['device', 'service'] as const)('text of fixed width in GBK, cell by cell: %s', async (kind) => {
    const bytes = await file(kind, 'txt')
    const line = bytes.subarray(0, bytes.indexOf('\r\n'))
    let at = 0
    for (const [code, width, value] of cells(kind)) {
      const cut = new TextDecoder('gbk').decode(line.subarray(at, (at += Number(width))))
      expect([code, cut.trim()]).toEqual([code, value])
    }
    expect(at).toBe(line.length)
  })
  test.for(['device', 'service'] as const)('Excel, cell by cell: %s', async (kind) => {
    const book = await readXlsx(await file(kind, 'xlsx'))
    const [head, first] = book.sheets[0]!.rows
    const told = head!.map((h, i) => [/（(\w+)）$/.exec(String(h))?.[1], String(first?.[i] ?? '')])
    expect(told).toEqual(cells(kind).map(([code, , value]) => [code, value]))
  })
  test('XML', async () => {
    const text = new TextDecoder('gbk').decode(await file('device', 'xml'))
    const [one] = text.split('  <instrument>').slice(1)
    const [wanted] = golden('device.xml').split('  <instrument>').slice(1)
    expect(one?.split('</instrument>')[0]).toBe(wanted?.split('</instrument>')[0])
    expect(text.split('\n')[0]).toBe('<?xml version="1.0" encoding="GBK"?>')
  })
  test('what does not fit its column is not cut', async () => {
    const { id } = await findRow('device')
    await type(id, { postcode: '1'.repeat(13) })
    const answer = await file('device', 'txt')
    expect(JSON.parse(answer.toString())).toMatchObject({
      message: '第 1 行“邮政编码”超出定长文本的宽度（12 个字节），请先修改',
    })
    await type(id, { postcode: null })
  })
})

describe('sending', () => {
  const state = async (kind: NationalKind) => (await findRow(kind)).state
  test('what has faults is not sent; the platform hears of nothing', async () => {
    const { id } = await findRow('customs')
    const { batchId, verdicts } = await send([id])
    expect([batchId, verdicts]).toMatchObject([null, [{ id, ok: false, state: 'unreported' }]])
    expect(verdicts[0]?.message).toMatch(/没有填写，等 \d+ 处$/)
  })

  test('each row has its own answer, a log, and a batch that remembers', async () => {
    const [one, two] = await listRows('service')
    await type(two!.id, { mode: '1', subjects: '430' })
    const { verdicts, trouble } = await send([one!.id, two!.id])
    expect([trouble, verdicts.map((v) => [v.ok, v.state])]).toEqual([
      null,
      [
        [true, 'reported'],
        [true, 'reported'],
      ],
    ])
    const detail = await world.ok(office, calls.row, { params: { id: one!.id } })
    expect(detail.history.map((h) => h.event)).toEqual(['send'])
    const [batch] = (await world.ok(office, calls.batches, { params: { id: reportId }, query: {} })).items
    expect(batch).toMatchObject({
      kind: 'service',
      way: 'upload',
      rows: 2,
      accepted: 2,
      refused: 0,
      trouble: null,
    })
    // Sent again: nothing changes, and nothing is doubled.
    expect((await send([one!.id])).verdicts).toMatchObject([{ ok: true, state: 'reported' }])
  })

  test('an answer that is lost leaves the rows as they were, and the batch says so', async () => {
    const before = answered
    const { id } = await findRow('device')
    answered = (envelope) => {
      before(envelope)
      throw new Error('lost')
    }
    const lost = await send([id])
    expect([lost.trouble, lost.verdicts[0]?.ok, await state('device')]).toEqual([
      '国家平台没有应答，请稍后重试',
      false,
      'unreported',
    ])
    const [batch] = (await world.ok(office, calls.batches, { params: { id: reportId }, query: {} })).items
    expect(batch).toMatchObject({ rows: 0, trouble: '国家平台没有应答，请稍后重试' })
    answered = before
    expect((await send([id])).verdicts).toMatchObject([{ ok: true }])
    expect(await state('device')).toBe('reported')
  })

  test('what was changed after it was sent is told, and not locked before it is sent again', async () => {
    const { id } = await findRow('device')
    const body = { rowIds: [id] }
    const lock = async () => (await world.ok(office, calls.lock, { params: { id: reportId }, body }))[0]
    await type(id, { functions: '晶体取向分析' }, keeper)
    const [row] = await listRows('device')
    expect(row).toMatchObject({ state: 'reported', issues: [{ field: null, code: 'changed' }] })
    expect(row?.can).toContain('send')
    expect(await makeCell(id, 'functions')).toMatchObject({
      value: '晶体取向分析',
      sent: '微区形貌与成分分析',
    })
    expect((await makeCell(id, 'name'))?.sent).toBe(null)
    const todo = await world.ok(office, calls.issues, {
      params: { id: reportId },
      query: { kind: 'device', filler: 'office' },
    })
    expect(todo.items.filter((i) => i.rowId === id)).toMatchObject([{ code: 'changed' }])
    expect(await lock()).toMatchObject({
      ok: false,
      state: 'reported',
      message: '内容在上报后有更改，请重新上报',
    })
    // New data in the portal count as a change too.
    await type(id, { functions: null })
    expect((await findRow('device')).issues).toEqual([])
    await world.sql(`update device set functions = '能谱' where id = $1`, [deviceId])
    expect((await findRow('device')).issues).toMatchObject([{ code: 'changed' }])
    expect((await send([id])).verdicts).toMatchObject([{ ok: true }])
    expect((await findRow('device')).issues).toEqual([])
  })

  test('under lock nothing changes until the platform has turned it down', async () => {
    const { id } = await findRow('device')
    const body = { rowIds: [id] }
    expect(await world.ok(office, calls.lock, { params: { id: reportId }, body })).toMatchObject([
      { ok: true, state: 'locked' },
    ])
    expect((await type(id, { model: 'X' })).code).toBe('ROW_LOCKED')
    expect((await send([id])).verdicts).toMatchObject([{ ok: false, state: 'locked' }])
    // Not even directly in the database.
    await expect(world.sql(`update national_row set typed = '{"a":1}' where id = $1`, [id])).rejects.toThrow(
      'national_row_locked',
    )
    // New data in the portal do not change a locked row.
    await world.sql(`update device set model = 'SU9000' where id = $1`, [deviceId])
    expect((await makeCell(id, 'model'))?.value).toBe('SU8600 冷场发射')
    const rejected = await world.ok(office, calls.reject, {
      params: { id: reportId },
      body: { ...body, reason: '图片不清' },
    })
    expect(rejected).toMatchObject([{ ok: true, state: 'failed' }])
    expect(await findRow('device')).toMatchObject({ state: 'failed', reason: '图片不清' })
    expect((await makeCell(id, 'model'))?.value).toBe('SU9000 冷场发射')
    expect((await send([id])).verdicts).toMatchObject([{ ok: true, state: 'reported' }])
  })

  test('what was uploaded by hand is registered, with why it failed', async () => {
    const [one] = await listRows('service')
    const register = (body: object) =>
      world.send(office, calls.register, {
        params: { id: reportId },
        body: { rowIds: [one!.id], ...body } as never,
      })
    expect((await register({ result: 'failed' })).status).toBe(400)
    expect((await register({ result: 'failed', reason: '课题名称不规范' })).data).toMatchObject([
      { ok: true, state: 'failed' },
    ])
    expect(await findRow('service')).toMatchObject({ state: 'failed', reason: '课题名称不规范' })
    expect((await register({ result: 'reported' })).data).toMatchObject([{ ok: true, state: 'reported' }])
  })

  test('without a service of the platform it is said how it goes', async () => {
    const kept = world.app.deps.adapters.nationalPlatform
    world.app.deps.adapters.nationalPlatform = undefined
    const { id } = await findRow('device')
    const answer = await world.send(office, calls.send, { params: { id: reportId }, body: { rowIds: [id] } })
    expect([answer.status, answer.code]).toEqual([409, 'NO_SERVICE'])
    world.app.deps.adapters.nationalPlatform = kept
  })
})

describe('the next year', () => {
  let nextId: number
  beforeAll(async () => {
    nextId = (await world.ok(office, calls.add, { body: { year: 2026 } })).id
    await world.ok(office, calls.collect, { params: { id: nextId } })
  })

  test('begins with the document of the last', async () => {
    const { items } = await world.ok(office, calls.schemas, {})
    expect(items.filter((i) => i.year === 2026).map((i) => [i.kind, i.used])).toEqual([
      ['device', false],
      ['service', false],
      ['customs', false],
    ])
    expect((await world.send(office, calls.add, { body: { year: 2026 } })).code).toBe('REPORT_TWICE')
  })

  test('differs field by field, and what is identical is refused until it is put right', async () => {
    const row = (await listRows('device', office, nextId)).find((r) => r.device.id === deviceId)!
    const last = await world.ok(office, calls.row, { params: { id: (await findRow('device')).id } })
    const values = Object.fromEntries(last.cells.map((c) => [c.code, c.value]))
    await type(row.id, values)
    const same = await world.ok(office, calls.row, { params: { id: row.id } })
    expect(same.issues.map((i) => [i.field, i.code])).toEqual([[null, 'identical']])
    expect(same.cells.every((c) => c.before === c.value)).toBe(true)
    expect((await send([row.id], nextId)).verdicts[0]?.message).toMatch('与上一年度')
    await type(row.id, { yearHours: '6.00' })
    const changed = await world.ok(office, calls.row, { params: { id: row.id } })
    expect(changed.cells.filter((c) => c.before !== c.value).map((c) => [c.code, c.before, c.value])).toEqual(
      [['yearHours', '5.50', '6.00']],
    )
    expect((await send([row.id], nextId)).verdicts).toMatchObject([{ ok: true }])
  })

  test('what the platform refuses stands with the row', async () => {
    // The platform already has last year's row of another instrument, which the portal does not know.
    const { id } = (await listRows('customs', office, nextId))[0]!
    const values = {
      dutyFreeNumber: 'Z23500000001',
      declaration: '230120231000000001',
      contract: 'HT-1',
      port: '上海',
      customsOffice: '金陵海关',
      importedOn: '2023-01-20',
      feeApproved: '1',
    }
    await type(id, values)
    const before = answered
    answered = () => ({
      status: 200,
      body: `<Envelope><Body><uploadResponse><result><key>ZC-GOLD-1</key><status>0</status><code>LOCKED</code><message>已提交审核</message></result></uploadResponse></Body></Envelope>`,
    })
    expect((await send([id], nextId)).verdicts).toEqual([
      { id, ok: false, state: 'failed', message: '已提交审核' },
    ])
    answered = before
    expect((await listRows('customs', office, nextId))[0]).toMatchObject({
      state: 'failed',
      reason: '已提交审核',
    })
    expect((await send([id], nextId)).verdicts).toMatchObject([{ ok: true }])
  })

  test('a document is judged, and stays once rows were reported by it', async () => {
    const wrong = await importFor(office, 2027, { ...withFixed, fields: [] })
    expect([wrong.code, wrong.reasons?.[0]?.message]).toEqual(['SCHEMA_FAULTS', 'fields：至少有一个字段'])
    expect((await importFor(office, 2027, withFixed)).status).toBe(200)
    expect((await importFor(office, 2027, { ...withFixed, title: '另一版' })).status).toBe(200)
    expect((await importFor(office, 2025, withFixed)).code).toBe('SCHEMA_USED')
  })
})

describe('rights', () => {
  test('people of a laboratory see and fill their own, and report nothing', async () => {
    const own = (await listRows('device', s.director)).map((r) => r.device.serialId)
    expect(own).toEqual(['ZC-GOLD-1'])
    expect((await listRows('device', s.outsider)).map((r) => r.device.serialId)).toEqual(['ZC-OTHER'])
    expect(await listRows('device', s.booker)).toEqual([])
    const { id } = await findRow('device')
    expect((await world.send(s.outsider, calls.row, { params: { id } })).status).toBe(403)
    expect((await type(id, { name: 'X' }, s.outsider)).status).toBe(403)
    expect((await type(id, { results: '论文 3 篇' }, s.director)).status).toBe(200)
    expect((await world.ok(s.director, calls.row, { params: { id } })).can).not.toContain('send')
    for (const call of [calls.send, calls.lock] as const)
      expect(
        (await world.send(s.director, call, { params: { id: reportId }, body: { rowIds: [id] } })).status,
      ).toBe(403)
    const totals = (
      await world.ok(s.director, calls.issues, { params: { id: reportId }, query: { kind: 'device' } })
    ).checked
    expect(totals).toBe(1)
    expect((await world.ok(s.booker, calls.reports, {})).items).toEqual([])
  })

  test('an import is added for an instrument that was not known to be under customs, once', async () => {
    const other = (await listRows('device')).find((r) => r.device.serialId === 'ZC-OTHER')!
    expect(other.can).toContain('addCustoms')
    await world.ok(s.outsider, calls.addCustoms, { params: { id: other.id } })
    expect((await world.send(s.outsider, calls.addCustoms, { params: { id: other.id } })).code).toBe(
      'CUSTOMS_THERE',
    )
  })

  test('one that was added by mistake is taken out again, unless it belongs there', async () => {
    const find = async (serialId: string) =>
      (await listRows('customs')).find((r) => r.device.serialId === serialId)
    const [added, known] = [await find('ZC-OTHER'), await find('ZC-GOLD-1')]
    expect(added?.can).toContain('remove')
    expect(known?.can).not.toContain('remove')
    const remove = (who: Person, id: number | undefined) =>
      world.send(who, calls.remove, { params: { id: id ?? 0 } })
    expect((await remove(s.director, added?.id)).status).toBe(403)
    expect(await remove(office, known?.id)).toMatchObject({ status: 409, code: 'ROW_STAYS' })
    expect((await remove(s.outsider, added?.id)).status).toBe(200)
    expect(await find('ZC-OTHER')).toBe(undefined)
    // Collecting does not add it again.
    await world.ok(office, calls.collect, { params: { id: reportId } })
    expect(await find('ZC-OTHER')).toBe(undefined)
  })

  test('what is out of the scope by now is let go of by collecting, but not what was reported', async () => {
    const collect = () => world.ok(office, calls.collect, { params: { id: reportId } })
    const other = (await listRows('device')).find((r) => r.device.serialId === 'ZC-OTHER')!
    const reprice = (fen: number) =>
      world.sql('update device set price_fen = $2 where id = any($1)', [[deviceId, other.device.id], fen])
    await world.ok(s.outsider, calls.addCustoms, { params: { id: other.id } })
    const leaving = () => world.ok(office, calls.leaving, { params: { id: reportId } })
    expect(await leaving()).toEqual({ rows: 0, filled: 0 })
    await reprice(49_999_999)
    await world.sql(`update national_row set typed = '{"x": {}}' where id = $1`, [other.id])
    // Asked before: two would leave, one of them filled in.
    expect(await leaving()).toEqual({ rows: 2, filled: 1 })
    // Removes the instrument and its import; the other instrument and its uses were sent to the platform.
    expect(await collect()).toEqual({ added: 0, removed: 2 })
    expect((await listRows('device')).map((r) => r.device.serialId)).toEqual(['ZC-GOLD-1'])
    await reprice(356_400_000)
    expect(await collect()).toEqual({ added: 1, removed: 0 })
    await world.sql(`update device set enabled_on = '2026-01-01' where id = $1`, [other.device.id])
    expect(await collect()).toEqual({ added: 0, removed: 1 })
  })

  test('a use that the ledger has taken back is let go of, one that was reported stays', async () => {
    await world.sql(
      `delete from use_current where source_id in (select source_id from national_row where report_id = $1 and kind = 'service' order by id limit 1)`,
      [reportId],
    )
    expect(await world.ok(office, calls.collect, { params: { id: reportId } })).toMatchObject({ removed: 0 })
    expect((await listRows('service')).length).toBe(2)
  })
})

describe('what was reported by mistake', () => {
  const params = () => ({ id: reportId })
  const withdraw = (rowIds: number[], reason: string | null = '型号误报', who = office) =>
    world.send(who, calls.withdraw, { params: params(), body: { rowIds, reason } as never })
  const restore = (rowIds: number[]) =>
    world.ok(office, calls.restore, { params: params(), body: { rowIds } })
  const listFileKeys = async (kind: NationalKind): Promise<string> =>
    (
      await world.app.inject({
        url: makeAddress(calls.file, { params: params(), query: { kind, format: 'xml' } }),
        headers: { authorization: office.token },
      })
    ).body
  const count = async (kind: NationalKind) =>
    (await world.ok(office, calls.reports, {})).items.find((r) => r.id === reportId)!.counts[kind]

  test('an instrument leaves the report with all its rows; the answers stay, and it can return', async () => {
    const device = (await listRows('device')).find((r) => r.device.id === deviceId)!
    const services = (await listRows('service')).filter((r) => r.device.id === deviceId)
    expect(device.state).toBe('reported')
    expect(device.can).toContain('withdraw')

    expect((await withdraw([device.id], null)).status).toBe(400)
    expect((await withdraw([device.id], '误报', s.director)).status).toBe(403)
    expect((await withdraw([device.id])).data).toMatchObject([{ ok: true, state: 'withdrawn' }])

    const out = (await listRows('device')).find((r) => r.id === device.id)!
    expect(out).toMatchObject({ state: 'withdrawn', reason: '型号误报', issues: [], can: ['restore'] })
    for (const kind of ['device', 'service', 'customs'] as const)
      expect(await listFileKeys(kind)).not.toContain('ZC-GOLD-1')
    expect((await type(device.id, { model: 'X' })).code).toBe('ROW_WITHDRAWN')
    expect((await send([device.id])).verdicts[0]?.message).toMatch('已撤出上报')
    const [service] = services
    expect((await send([service!.id])).verdicts[0]?.message).toMatch('该仪器已撤出上报')
    expect((await listRows('service')).filter((r) => r.device.id === deviceId)[0]?.state).toBe('withdrawn')
    expect(await count('service')).toMatchObject({ reported: 0, withdrawn: services.length })
    const { items } = await world.ok(office, calls.rows, {
      params: params(),
      query: { kind: 'device', state: 'withdrawn' },
    })
    expect(items.map((r) => r.id)).toEqual([device.id])
    const { items: listed } = await world.ok(office, calls.devices, { params: params(), query: {} })
    expect(listed.find((r) => r.id === device.id)?.customs?.state).toBe('withdrawn')
    expect(await world.sql('select from national_answer where row_id = $1 and ok', [device.id])).not.toEqual(
      [],
    )
    // Collecting does not restore it.
    await world.ok(office, calls.collect, { params: params() })
    expect((await listRows('device')).find((r) => r.id === device.id)?.state).toBe('withdrawn')

    expect(await restore([device.id])).toMatchObject([{ ok: true, state: 'unreported' }])
    expect((await listRows('device')).find((r) => r.id === device.id)?.can).toContain('withdraw')
    expect((await listRows('service')).find((r) => r.id === service!.id)?.state).not.toBe('withdrawn')
    expect(await listFileKeys('device')).toContain('ZC-GOLD-1')
  })

  test('what the platform holds under lock is turned down there first', async () => {
    const { id } = (await listRows('device')).find((r) => r.device.id === deviceId)!
    expect((await send([id])).verdicts).toMatchObject([{ ok: true }])
    await world.ok(office, calls.lock, { params: params(), body: { rowIds: [id] } })
    expect((await withdraw([id])).data).toMatchObject([{ ok: false, state: 'locked' }])
  })
})

// Collecting is limited to 10 a minute and person, and `office` has used them.
describe('an instrument that was scrapped since', () => {
  test('is in the report of the year in which it was still in use, with its uses', async () => {
    const scrap = async (serialId: string, day: string) => {
      const [device] = await world.sql<{ id: number }>(
        `insert into device (serial_id, name, dept_id, lab_id, price_fen, status)
          values ($1, '质谱仪', $2, $3, 200000000, 'scrapped') returning id`,
        [serialId, deptId, s.labId],
      )
      await world.sql(
        `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, way, income_fen,
            disposed_on, created_at)
          values ($1, 'disposed', now(), '到期', $2, 200000000, 'recycle', 0, $3, now())`,
        [device?.id, keeper.id, day],
      )
      return device!.id
    }
    await scrap('ZC-BEFORE', '2025-12-31')
    const after = await scrap('ZC-AFTER', '2026-01-01')
    await plantUses(world, [
      {
        deviceId: after,
        labId: s.labId,
        userId: s.booker.id,
        payerId: s.payer.id,
        begunAt: new Date('2025-06-02T01:00:00Z'),
        minutes: 60,
      },
    ])
    await world.ok(office2, calls.collect, { params: { id: reportId } })
    for (const kind of ['device', 'service'] as const) {
      const found = (await listRows(kind)).map((r) => r.device.serialId)
      expect(found).toContain('ZC-AFTER')
      expect(found).not.toContain('ZC-BEFORE')
    }
  })
})

describe('a use by another college of the university', () => {
  test('is inside, as the user is; one by a company is not', async () => {
    const [other] = await world.sql<{ id: number }>('select dept_id as id from lab where id = $1', [
      otherLabId,
    ])
    const user = await world.person('外院学生', { deptId: other!.id })
    const use = { deviceId, labId: s.labId, userId: user.id, payerId: s.payer.id, minutes: 60 }
    const before = new Set((await listRows('service')).map((r) => r.id))
    await plantUses(world, [
      { ...use, begunAt: new Date('2025-09-01T01:00:00Z'), tier: 'campus' },
      { ...use, begunAt: new Date('2025-09-02T01:00:00Z'), tier: 'company' },
    ])
    await world.ok(office2, calls.collect, { params: { id: reportId } })
    const added = (await listRows('service')).filter((r) => !before.has(r.id))
    const cells = async (code: string) =>
      (await Promise.all(added.map((r) => makeCell(r.id, code)))).map((c) => c?.value).toSorted()
    expect(await cells('inside')).toEqual(['0', '1'])
    expect(await cells('userType')).toEqual(['1', '2'])
  })
})

describe('a use by somebody without an account', () => {
  test('is reported under the name that was entered with it', async () => {
    const before = new Set((await listRows('service')).map((r) => r.id))
    await world.sql(
      `insert into use_entry (device_id, lab_id, dept_id, kind, outside_name, tier, work, samples,
        preparation_minutes, cleanup_minutes, trained_students, trained_teachers, trained_others, reason,
        entered_by, entered_at)
      select id, lab_id, dept_id, 'unbooked', '李工', 'company',
        '{[2025-10-01 01:00+00, 2025-10-01 03:00+00)}'::tstzmultirange, 1, 0, 0, 0, 0, 0, '网络中断', $2, now()
      from device where id = $1`,
      [deviceId, keeper.id],
    )
    await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
    await world.ok(office2, calls.collect, { params: { id: reportId } })
    const [added] = (await listRows('service')).filter((r) => !before.has(r.id))
    expect(await makeCell(added?.id ?? 0, 'applicant')).toMatchObject({ value: '李工', origin: 'known' })
  })
})

describe('a use whose time is corrected across New Year', () => {
  test('leaves the report of the year in which it no longer is', async () => {
    const before = new Set((await listRows('service')).map((r) => r.id))
    const [from, to] = ['2025-12-31 01:00+00', '2025-12-31 03:00+00']
    const [use] = await world.sql<{ id: number }>(
      `insert into booking (device_id, lab_id, seat, kind, state, period, booker_id, experimenter_id,
          payer_id, purpose, pay_mode, quote, estimate_fen, started_at, finished_at)
        values ($1, $2, 990, 'self_operated', 'awaiting_test_order', tstzrange($3, $4), $5, $5, $6, '测试',
          'post', '{"tier": "campus"}', 0, $3, $4) returning id`,
      [deviceId, s.labId, from, to, s.booker.id, s.payer.id],
    )
    const collect = async () => {
      await world.asSystem(({ db, now }) => catchUp({ db, now, zone: 'Asia/Shanghai' }))
      return world.ok(office2, calls.collect, { params: { id: reportId } })
    }
    expect(await collect()).toEqual({ added: 1, removed: 0 })
    const [added] = (await listRows('service')).filter((r) => !before.has(r.id))
    expect(added?.bookingId).toBe(use?.id)
    await world.sql(
      `update booking set started_at = started_at + interval '1 day',
        finished_at = finished_at + interval '1 day' where id = $1`,
      [use?.id],
    )
    expect(await collect()).toEqual({ added: 0, removed: 1 })
    expect((await listRows('service')).filter((r) => !before.has(r.id))).toEqual([])
  })
})
