import type { z } from 'zod'
import { allCalls } from '@portal/contract/calls'
import { makeAddress, type Call } from '@portal/contract/kernel/call'
import { costParts } from '@portal/contract/price-plan/justification'
import { makeSample, makeSchema } from '../../apps/server/src/testing/sample.ts'
import type { Campus } from '../campus.ts'
import { load, once, requestBytes, type Answer } from '../load.ts'
import { makeToken } from '../prepare.ts'
import { startProduct } from '../product.ts'
import { inQuiet } from '../quiet.ts'
import { quick, quietly, whole } from '../settings.ts'
import type { Row, Work } from './work.ts'

// Every reading call of the contract, sent by a person who sees everything, or by the office in charge: no
// answer may grow with the number of devices.

const MOST_BYTES = 200_000
const MOST_MS = 100
const SECONDS = quick ? 0.3 : whole ? 0.5 : 2
/** The people to try in order: the administrator, for example, may not read purchases. */
const askers = [
  'sysadmin',
  'equipoffice',
  'tenderoffice',
  'finance',
  'supplier',
  'requester',
  'director',
  'expert1',
]

const DAY = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10)

/**
 * The table whose ids a call takes, by the prefix of its path; by default the table named after its domain.
 */
const tables: [path: string, table: string, where?: string][] = [
  ['/backend/api/roles/', 'role'],
  ['/api/v2/bulk/import/', 'bulk_import'],
  ['/api/laboratory/download/category/', 'lab'],
  ['/api/downloadNum/resource/', 'download'],
  ['/api/laboratory/dynamic/', 'notice', 'lab_id is not null'],
  ['/api/v2/notice/', 'notice', `lab_id is null and state = 'published' and publish_at <= now()`],
  ['/api/v2/asset/transfers/', 'asset_transfer'],
  ['/api/v2/asset/repairs/', 'repair_order'],
  ['/api/v2/asset/scraps/', 'scrap'],
  ['/api/v2/asset/stocktakes/', 'stocktake'],
  ['/api/v2/monitor/operate-log/', 'operation_log'],
  ['/api/v2/monitor/exception-log/', 'exception_log'],
  ['/api/settle/info', 'test_order'],
  ['/api/v2/people/', 'user_account'],
  ['/api/v2/purchase/{id}/suppliers', 'purchase', `state = 'awaiting_sourcing' and method = 'general'`],
  ['/api/v2/price-plan/justification/', 'price_justification'],
  ['/api/v2/form/answers/', 'form_answer'],
  ['/api/v2/iot/mappings/', 'iot_mapping'],
  ['/api/v2/iot/commands/', 'iot_command'],
  ['/api/v2/iot/pass/', 'booking', `state = 'awaiting_use' and upper(period) > now()`],
  ['/api/v2/workflow/instances/', 'workflow_instance'],
  ['/api/v2/workflow/{id}/', 'workflow', `state = 'published'`],
]
/** Who may read such a row, if none of the askers may. */
const readers: [path: string, select: string][] = [
  ['/api/v2/form/answers/', 'select user_id from form_answer where id = $1'],
  ['/api/v2/iot/pass/', 'select booker_id from booking where id = $1'],
  ['/api/v2/workflow/instances/', 'select starter_id from workflow_instance where id = $1'],
  ['/api/v2/workflow/{id}/', 'select owner_id from workflow where id = $1'],
]
/** Parameters of some calls that are optional in the contract or need a special form. */
const asked = ({
  deviceId,
  testOrderId,
}: Record<string, unknown>): Record<string, Record<string, unknown>> => ({
  '/api/v2/device-open-time/list-times': { from: day(0), to: day(7) },
  '/api/v2/approval/policy/preview': { deviceId },
  '/api/v2/monitor/job/{name}/runs': { name: 'approval-due' },
  '/api/device/measureInfo': { id: testOrderId },
  '/api/code/list': { dictName: 'user_type' },
})

/** Existing ids for the parameters of calls. */
async function listKeys({ sql, busy }: Campus) {
  const one = async (text: string) =>
    Object.values((await sql<Record<string, unknown>>(`${text} limit 1`))[0] ?? {})[0]
  const there = new Set(
    (
      await sql<{ name: string }>(
        `select table_name as name from information_schema.columns where table_schema = 'public'
          and column_name = 'id'`,
      )
    ).map((t) => t.name),
  )
  const deviceId = busy[0]
  const labId = await one(`select lab_id from device where id = ${deviceId}`)
  const any: Record<string, unknown> = {
    deviceId,
    deviceIds: String(deviceId),
    labId,
    userId: 2,
    from: new Date().toISOString(),
    to: new Date(Date.now() + 7 * DAY).toISOString(),
    startAt: new Date(Date.now() + DAY).toISOString(),
    endAt: new Date(Date.now() + DAY + 3_600_000).toISOString(),
    day: day(1),
    fromDay: day(-7),
    toDay: day(0),
    keyword: undefined,
    serialId: await one('select serial_id from device'),
    code: await one('select code from post'),
    testOrderId: await one('select id from test_order order by id desc'),
    cardId: await one('select id from fund_card'),
    month: day(-31).slice(0, 7),
    version: 1,
  }
  return async (domain: string, { path }: Call): Promise<Record<string, unknown>> => {
    if (domain === 'device') return { ...any, id: deviceId }
    if (domain === 'lab-page')
      return { ...any, id: labId, serialId: await one(`select serial_id from lab where id = ${labId}`) }
    const [, table = domain.replaceAll('-', '_'), where = 'true'] =
      tables.find(([start]) => path.startsWith(start)) ?? []
    const id = there.has(table)
      ? await one(`select id from ${table} where ${where} order by id desc`)
      : undefined
    const [, reader] = readers.find(([start]) => path.startsWith(start)) ?? []
    const readerId = reader && id && (await one(reader.replace('$1', String(id))))
    return { ...any, id, readerId, ...asked(any)[path] }
  }
}

/**
 * Adds what the demo campus lacks when it is filled without pictures: an import of maximum size, the grounds
 * of a price, a map, a file, the words of another maker's device and a command.
 */
async function addTo({ sql, busy }: Campus): Promise<void> {
  await sql(
    `with made as (
       insert into bulk_import (kind, user_id, file_name, state, progress, new_count, beat_at, created_at)
       select 'user', id, 'bench.xlsx', 'ready', 20000, 20000, now(), now() from user_account
         where username = $1 returning id
     ) insert into bulk_row (import_id, line, verdict, cells, reasons) select id, line, 'new', '{}', '[]'
       from made, generate_series(2, 20001) line`,
    [askers[0]],
  )
  await sql(
    `insert into price_justification (device_id, version, basis, yearly_quantity, costs, proposed, grounds,
      meeting_day, participants, conclusion)
     select $1, coalesce(max(version), 0) + 1, 'per_time', 1000, $2, '{"campus": 10000}', '按年运行成本测算',
       current_date, '[{"name": "陈志远", "unit": "材料学院", "title": "教授"}]', '同意' from price_justification
       where device_id = $1`,
    [
      busy[0],
      JSON.stringify(Object.fromEntries(costParts.map((part) => [part, { fen: 100_000, note: null }]))),
    ],
  )
  await sql(
    `insert into campus_map (campus, width, height, shapes) values ('压测校区', 1000, 1000, '[]')
      on conflict do nothing`,
  )
  await sql(
    `with f as (insert into file (name, mime, bytes, sha256, visibility)
      values ('x.pdf', 'application/pdf', 1, '\\x00', 'public') returning id),
       c as (insert into download_category (type, name) values (2, '压测') on conflict do nothing returning id)
     insert into download (category_id, title, file_id) select c.id, '表格', f.id from c, f`,
  )
  await sql(
    `with who as (select id from user_account where username = 'equipoffice'),
       m as (insert into iot_mapping (name, created_by, created_at) select '压测插座', id, now() from who returning id),
       v as (insert into iot_mapping_version (mapping_id, version, rules, by_id, at)
         select m.id, 1, $1::jsonb, who.id, now() from m, who)
     insert into iot_command (gateway_id, sub_device_id, what, reason, by_id, at, until)
       select u.gateway_id, u.id, 'open', '压测', who.id, now(), now() from who, iot_sub_device u limit 1`,
    [
      JSON.stringify({
        lines: [{ topic: 'stat/{unit}/POWER', to: 'on', yes: 'ON', no: 'OFF' }],
        commands: [],
      }),
    ],
  )
}

/** A call's address with its required parameters only, without filters. */
function addressFor(call: Call, keys: Record<string, unknown>, more: readonly string[]): string {
  // Some calls take an instant and others a day under one name.
  const find = (part: 'params' | 'query', name: string, sample: unknown) => {
    const field = (call[part] as z.ZodObject).shape[name] as z.ZodType | undefined
    const key = keys[name]
    const asDay = typeof key === 'string' ? key.slice(0, 10) : key
    return (
      [key, asDay].find((value) => value !== undefined && (!field || field.safeParse(value).success)) ??
      sample
    )
  }
  const fill = (part: 'params' | 'query') => {
    const schema = makeSchema(call[part])
    const sample = makeSample(call[part]) as Record<string, unknown>
    const needed =
      part === 'params'
        ? Object.keys(schema.properties ?? {})
        : [
            ...new Set([
              ...(schema.required ?? []),
              ...more.filter((name) => name in (schema.properties ?? {})),
            ]),
          ]
    return Object.fromEntries(needed.map((name) => [name, find(part, name, sample[name])]))
  }
  return makeAddress(call, { params: fill('params'), query: fill('query') })
}

/** The first request that is answered with 200, if any, and the last answer. */
async function firstAnswered(
  port: number,
  requests: readonly string[],
): Promise<{ request?: string; answer: Answer }> {
  let answer: Answer = { status: 0, body: '', bytes: 0 }
  for (const request of requests) {
    answer = await once(port, request)
    if (answer.status === 200) return { request, answer }
  }
  return { answer }
}

export const walk: Work = {
  name: 'walk',
  async run({ reading: { url, campus }, log }) {
    const product = await startProduct({ databaseUrl: url })
    const keysFor = await listKeys(campus)
    await addTo(campus)
    const ids = await campus.sql<{ id: string }>(
      `select id from unnest($1::text[]) with ordinality a (username, n) join user_account using (username)
        order by n`,
      [askers],
    )
    const tokens = ids.map(({ id }) => makeToken(Number(id)))
    const bad: string[] = []
    const unanswered: string[] = []
    let largest = { name: '', bytes: 0 }
    let slowest = { name: '', p95: 0 }
    let calls = 0
    let noisy = 0
    try {
      for (const { domain, call } of allCalls) {
        if (call.method !== 'GET' || call.raw) continue
        const name = `${call.method} ${call.path}`
        const more = Object.keys(asked({})[call.path] ?? {})
        const keys = await keysFor(domain, call)
        const address = addressFor(call, keys, more)
        const reader = keys['readerId'] ? [makeToken(Number(keys['readerId']))] : []
        const { request, answer } = await firstAnswered(
          product.port,
          [...tokens, ...reader].map((token) => requestBytes('GET', address, { token })),
        )
        if (request === undefined) {
          unanswered.push(`${name} (${answer.status})`)
          continue
        }
        calls++
        const bytes = Buffer.byteLength(answer.body)
        const { result, noisy: disturbed } = await inQuiet(
          () => load({ port: product.port, clients: 1, seconds: SECONDS, request: () => request }),
          quietly,
        )
        noisy += Number(disturbed)
        if (bytes > largest.bytes) largest = { name, bytes }
        if (result.p95 > slowest.p95) slowest = { name, p95: result.p95 }
        if (bytes > MOST_BYTES || result.p95 > MOST_MS)
          bad.push(`${name}: ${(bytes / 1000).toFixed(0)} KB, p95 ${result.p95.toFixed(0)} ms`)
      }
    } finally {
      await product.stop()
    }
    for (const line of bad) log(`  beyond: ${line}`)
    if (unanswered.length > 0) log(`  not answered with 200: ${unanswered.join(', ')}`)
    const row: Row = {
      work: `any list or page: ${calls} reading calls of the contract`,
      clients: 1,
      a: '',
      b: '',
      product: `largest ${(largest.bytes / 1000).toFixed(0)} KB (${largest.name}); slowest p95 ${slowest.p95.toFixed(1)} ms (${slowest.name})`,
      ratio: [
        ...(bad.length > 0 ? [`beyond: ${bad.join('; ')}`] : []),
        ...(unanswered.length > 0 ? [`not asked, for lack of rows: ${unanswered.join(', ')}`] : []),
      ].join('; '),
      target: `≤ ${MOST_BYTES / 1000} KB, p95 ≤ ${MOST_MS} ms`,
      reached: bad.length === 0 && unanswered.length === 0,
      noisy,
    }
    return [row]
  },
}
