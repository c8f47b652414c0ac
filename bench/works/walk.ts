import { allCalls } from '@portal/contract/calls'
import { addressOf, type Call } from '@portal/contract/kernel/call'
import { sampleOf, schemaOf } from '../../apps/server/src/testing/sample.ts'
import type { Campus } from '../campus.ts'
import { load, once, requestBytes } from '../load.ts'
import { tokenOf } from '../prepare.ts'
import { startProduct } from '../product.ts'
import { inQuiet } from '../quiet.ts'
import { quick, quietly } from '../settings.ts'
import type { Row, Work } from './work.ts'

// Every reading call of the contract, as somebody who sees everything asks it: nothing may grow with all devices.

const MOST_BYTES = 200_000
const MOST_MS = 100
const SECONDS = quick ? 0.3 : 2
const SYSADMIN = 1

const DAY = 86_400_000
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10)

/** Keys that are there, by what they are called in paths and queries. */
async function known({ sql, busy }: Campus): Promise<Record<string, Record<string, unknown>>> {
  const one = async (text: string) => Object.values((await sql<Record<string, unknown>>(`${text} limit 1`))[0] ?? {})[0]
  const deviceId = busy[0]
  const of = async (table: string) => ({ id: await one(`select id from ${table} order by id desc`) })
  return {
    any: {
      deviceId, deviceIds: String(deviceId), labId: await one(`select lab_id from device where id = ${deviceId}`), userId: 2, from: new Date().toISOString(), to: new Date(Date.now() + 7 * DAY).toISOString(),
      startAt: new Date(Date.now() + DAY).toISOString(), endAt: new Date(Date.now() + DAY + 3_600_000).toISOString(), day: day(1), fromDay: day(-7), toDay: day(0), keyword: undefined, serialId: await one('select serial_id from device'),
    },
    device: { id: deviceId },
    booking: await of('booking'),
    lab: await of('lab'),
    dept: await of('dept'),
    'test-order': await of('test_order'),
    settlement: await of('settlement'),
    'fund-card': await of('fund_card'),
    notice: await of('notice'),
    people: await of('user_account'),
    building: await of('building'),
  }
}

/** What a call cannot do without, and nothing that would narrow it down. */
function addressFor(domain: string, call: Call, ids: Awaited<ReturnType<typeof known>>): string {
  const fill = (part: 'params' | 'query') => {
    const schema = schemaOf(call[part])
    const needed = part === 'params' ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
    return Object.fromEntries(needed.map((name) => [name, ids[domain]?.[name] ?? ids['any']?.[name] ?? sampleOf(schema.properties?.[name] ?? {})]))
  }
  return addressOf(call, { params: fill('params'), query: fill('query') })
}

export const walk: Work = {
  name: 'walk',
  async run({ reading: { url, campus }, log }) {
    const product = await startProduct({ databaseUrl: url })
    const ids = await known(campus)
    const token = tokenOf(SYSADMIN)
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
        const request = requestBytes('GET', addressFor(domain, call, ids), { token })
        const first = await once(product.port, request)
        if (first.status !== 200) {
          unanswered.push(`${name} (${first.status})`)
          continue
        }
        calls++
        const bytes = Buffer.byteLength(first.body)
        const { result, noisy: disturbed } = await inQuiet(() => load({ port: product.port, clients: 1, seconds: SECONDS, request: () => request }), quietly)
        noisy += Number(disturbed)
        if (bytes > largest.bytes) largest = { name, bytes }
        if (result.p95 > slowest.p95) slowest = { name, p95: result.p95 }
        if (bytes > MOST_BYTES || result.p95 > MOST_MS) bad.push(`${name}: ${(bytes / 1000).toFixed(0)} KB, p95 ${result.p95.toFixed(0)} ms`)
      }
    } finally {
      await product.stop()
    }
    for (const line of bad) log(`  beyond: ${line}`)
    if (unanswered.length > 0) log(`  not answered with 200: ${unanswered.join(', ')}`)
    const row: Row = {
      work: `any list or page: ${calls} reading calls of the contract`, clients: 1, a: '', b: '',
      product: `largest ${(largest.bytes / 1000).toFixed(0)} KB (${largest.name}); slowest p95 ${slowest.p95.toFixed(1)} ms (${slowest.name})`,
      ratio: bad.length > 0 ? `beyond: ${bad.join('; ')}` : '', target: `≤ ${MOST_BYTES / 1000} KB, p95 ≤ ${MOST_MS} ms`, reached: bad.length === 0, noisy,
    }
    return [row]
  },
}
