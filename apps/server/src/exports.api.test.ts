import { allCalls } from '@portal/contract/calls'
import type { Call } from '@portal/contract/kernel/call'
import { rightsCalls } from '@portal/contract/people/rights'
import { readXlsx } from 'hucre/xlsx'
import type { ZodType } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campus, type Campus } from './testing/campus.ts'
import { makeSample } from './testing/sample.ts'
import { dropAge } from './testing/sheets.ts'
import { inject } from './testing/walk.ts'

// Every list whose file is made from the list itself (kernel/sheet.ts): the file has the same rows, in
// Chinese, and text stays text.

let world: Campus
beforeAll(async () => {
  world = await campus()
  await world.sql(
    `insert into role (code, name, description) values ('FORMULA', '=1+1', '=cmd|'' /C calc''!A0')`,
  )
})
afterAll(() => world.close())

const findShape = (schema: unknown) => (schema as { shape?: Record<string, ZodType> }).shape ?? {}
/** The query fields that a list requires. */
const findRequired = (query: unknown) => {
  const sample = makeSample(query as ZodType) as Record<string, unknown>
  const wanted = Object.entries(findShape(query)).filter(([, field]) => !field.safeParse(undefined).success)
  return Object.fromEntries(wanted.map(([name]) => [name, sample[name]]))
}
const pairs = allCalls
  .filter(({ call }) => !call.path.includes('{'))
  .flatMap(({ call }) => {
    const list = allCalls.find(
      (other) => other.call.method === 'GET' && `${other.call.path}/export` === call.path && !other.call.raw,
    )?.call
    return list && 'total' in findShape(list.reply) ? [{ list, file: call }] : []
  })
async function listRows(call: Call, query: object) {
  const answer = await inject(world.app, call, { query }, world.token('sysadmin'))
  expect(answer.statusCode, `${call.path} ${answer.body.slice(0, 200)}`).toBe(200)
  return (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
}

test('the file of a list holds what the list holds', async () => {
  expect(pairs.length).toBeGreaterThan(12)
  const counts: Record<string, [file: number, list: number]> = {}
  for (const { list, file } of pairs) {
    // `scope: 'all'`, where a list shows only the caller's own rows by default.
    const scope = { ...findRequired(list.query), ...('scope' in findShape(list.query) && { scope: 'all' }) }
    const asked = await inject(world.app, list, { query: { size: 5, ...scope } }, world.token('sysadmin'))
    const { data } = asked.json() as { data: { total: number } }
    const [headers = [], ...lines] = await listRows(file, scope)
    // Files of figures end with a line about their age.
    const rows = String(lines.at(-1)?.[0]).startsWith('数据截至') ? dropAge(lines) : lines
    expect(
      headers.filter((h) => !/[\u4e00-\u9fff]/.test(String(h))),
      file.path,
    ).toEqual([])
    counts[file.path] = [rows.length, data.total]
  }
  expect(Object.entries(counts).filter(([, [file, list]]) => file !== list)).toEqual([])
  expect(Object.values(counts).filter(([, list]) => list > 0).length, JSON.stringify(counts)).toBeGreaterThan(
    9,
  )
})

test('a page behind the last one is empty, and does not say that the list is', async () => {
  const wrong: string[] = []
  let full = 0
  for (const { list } of pairs) {
    if (!('page' in findShape(list.query))) continue
    const scope = { ...findRequired(list.query), ...('scope' in findShape(list.query) && { scope: 'all' }) }
    const read = async (page: number) => {
      const query = { ...scope, size: 5, page }
      const answer = await inject(world.app, list, { query }, world.token('sysadmin'))
      expect(answer.statusCode, `${list.path} ${answer.body.slice(0, 200)}`).toBe(200)
      return (answer.json() as { data: { items: unknown[]; total: number } }).data
    }
    const { total } = await read(0)
    // Behind all rows of the demo, and within the 10,000 to which the lists of bookings can be paged.
    const behind = await read(1000)
    if (total > 0) full += 1
    if (behind.total !== total || behind.items.length > 0)
      wrong.push(`${list.path}: ${total} rows, behind them ${behind.total}`)
  }
  expect(wrong).toEqual([])
  expect(full).toBeGreaterThan(5)
})

test('filters and order are the list’s, text stays text, and who may not read the list gets no file', async () => {
  const [, ...found] = await listRows(rightsCalls.exportRoles, { keyword: 'FORMULA' })
  expect(found.map((r) => r.slice(0, 4))).toEqual([['FORMULA', '=1+1', "=cmd|' /C calc'!A0", '否']])
  const codes = async (order_by: string) =>
    (await listRows(rightsCalls.exportRoles, { order_by })).slice(1).map((r) => r[0])
  expect(await codes('code desc')).toEqual((await codes('code asc')).toReversed())
  expect((await inject(world.app, rightsCalls.exportRoles, {}, world.token('requester'))).statusCode).toBe(
    403,
  )
})

test('a long list is walked to its end', async () => {
  await world.sql(
    `insert into role (code, name) select 'LONG_' || n, '长' || n from generate_series(1, 2100) n`,
  )
  const [, ...rows] = await listRows(rightsCalls.exportRoles, { keyword: 'LONG_' })
  expect(new Set(rows.map((r) => r[0])).size).toBe(2100)
})
