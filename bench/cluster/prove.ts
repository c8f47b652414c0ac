import { bookingCalls } from '@portal/contract/booking/calls'
import { deptCalls } from '@portal/contract/dept/dept'
import { fileCalls } from '@portal/contract/file/file'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { makeAddress, type Call } from '@portal/contract/kernel/call'
import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { signIn } from '../product.ts'
import type { Cluster, Kind } from './parts.ts'

// Simulated people use the cluster while each part is killed once. Everything that was confirmed to them must
// be stored exactly once afterwards, and requests may fail only within the windows that the parts state.

const PAYERS = 6
const BOOKERS = 4
const READERS = 6
const UPLOADERS = 2
/** A request that waits longer than this counts as unanswered. */
const NO_ANSWER_MS = 20_000
/** Milliseconds between two requests of one person. */
const BREATH_MS = 20

interface Failure {
  kind: Kind
  what: string
  from: number
  to: number
}
export interface Kill {
  part: string
  at: number
  seconds: number
  /** Seconds until the last failure of a request because of the kill; 0 if none failed. */
  felt: number
  failures: number
}
/** Whether the kill explains the failure: it is of that kind, and ended within the window. */
const isFelt = (
  { at, seconds, hits }: { at: number; seconds: number; hits: readonly Kind[] },
  { kind, to }: Failure,
): boolean => hits.includes(kind) && to >= at && to <= at + seconds * 1000

export interface Proof {
  minutes: number
  answered: Record<Kind, number>
  kills: Kill[]
  /** Broken guarantees, in words. */
  broken: string[]
  kept: { topUps: number; bookings: number; files: number }
}

export async function proveCluster(
  cluster: Cluster,
  minutes: number,
  tell: (line: string) => void,
): Promise<Proof> {
  const base = `http://127.0.0.1:${cluster.port}`
  const database = new pg.Pool({ connectionString: cluster.url, max: 2 })
  database.on('error', () => {})
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.query<Row>(text, values)).rows
  const failures: Failure[] = []
  const answered: Record<Kind, number> = { read: 0, write: 0, file: 0 }
  const broken: string[] = []
  let over = false

  /** Sends a request; undefined if there was no answer, or one that says to retry. */
  async function ask(
    kind: Kind,
    call: Call,
    token: string,
    { params, query, ...init }: RequestInit & { params?: object; query?: object; key?: string } = {},
  ): Promise<Response | undefined> {
    const from = Date.now()
    const what = `${call.method} ${call.path}`
    try {
      const response = await fetch(base + makeAddress(call, { params, query }), {
        ...init,
        method: call.method,
        headers: {
          authorization: token,
          ...(typeof init.body === 'string' && { 'content-type': 'application/json' }),
          ...(init.key && { 'idempotency-key': init.key }),
        },
        signal: AbortSignal.timeout(NO_ANSWER_MS),
      })
      if (response.status < 500) {
        answered[kind]++
        return response
      }
      failures.push({ kind, what: `${what}: ${response.status}`, from, to: Date.now() })
      // These statuses mean that a part is down; any other failure is a fault of the program.
      if (![502, 503, 504].includes(response.status))
        broken.push(`${what}: ${response.status} ${await response.text()}`)
    } catch (e) {
      failures.push({ kind, what: `${what}: ${String((e as Error).cause ?? e)}`, from, to: Date.now() })
    }
    await sleep(50)
    return undefined
  }
  /** Retries a request with one idempotency key until there is an answer. */
  async function insist(call: Call, token: string, body: object, params: object = {}): Promise<Response> {
    const key = randomUUID()
    for (;;) {
      const response = await ask('write', call, token, { params, body: JSON.stringify(body), key })
      if (response) return response
    }
  }

  // ── Who is there ──────────────────────────────────────────────────────────
  const [finance, payer, admin] = await Promise.all(
    ['finance', 'payer', 'sysadmin'].map((name) => signIn(cluster.port, name)),
  )
  if (!finance || !payer || !admin) throw new Error('three people sign in')
  const cards = await rows<{ id: number }>('select id from fund_card where enabled order by id limit $1', [
    PAYERS,
  ])
  const [device] = await rows<{ id: number }>(OPEN_DEVICE)
  if (!device || cards.length < PAYERS) throw new Error('the demo campus has cards and instruments')

  const topUps = new Set<string>()
  const bookings = new Set<number>()
  const files = new Map<string, string>()
  async function payIn(n: number): Promise<void> {
    for (let i = 0; !over; i++) {
      const reason = `入账 ${n}-${i}`
      const response = await insist(
        fundCardCalls.topUp,
        finance!,
        { amountFen: 1, reason },
        { id: cards[n]?.id },
      )
      if (response.status === 200) topUps.add(reason)
      else broken.push(`a top-up was refused: ${await response.text()}`)
      await sleep(BREATH_MS)
    }
  }
  /** Several people compete for the same half hours of one seat. */
  async function book(): Promise<void> {
    const first = Math.ceil(Date.now() / 1_800_000) * 1_800_000 + 86_400_000
    for (let i = 0; !over; i++) {
      const startAt = first + (i % 1300) * 1_800_000
      const body = {
        deviceId: device!.id,
        kind: 'self_operated',
        startAt: new Date(startAt).toISOString(),
        endAt: new Date(startAt + 1_800_000).toISOString(),
        purpose: '演练',
        payMode: 'post',
      }
      const response = await insist(bookingCalls.create, payer!, body)
      const { data } = (await response.json()) as { data?: { id: number } }
      if (response.status === 200 && data) bookings.add(data.id)
      await sleep(BREATH_MS)
    }
  }
  async function read(n: number): Promise<void> {
    const asks = [
      () => ask('read', deptCalls.list, admin!),
      () => ask('read', bookingCalls.list, payer!),
      () => ask('read', fundCardCalls.list, finance!),
      () => ask('read', statisticsCalls.overview, admin!),
    ]
    for (let i = n; !over; i++) {
      await asks[i % asks.length]?.().then((response) => response?.arrayBuffer())
      await sleep(BREATH_MS)
    }
  }
  async function upload(n: number): Promise<void> {
    for (let i = 0; !over; i++) {
      const content = Buffer.from(`第 ${n}-${i} 份\n`.repeat(2000))
      const form = new FormData()
      form.append('files', new Blob([content], { type: 'text/plain' }), `附件${n}-${i}.txt`)
      const response = await ask('file', bookingCalls.attach, payer!, { body: form })
      if (response?.status === 200) {
        const { data } = (await response.json()) as { data: { id: string }[] }
        files.set(data[0]?.id ?? '', createHash('sha256').update(content).digest('hex'))
      } else if (response) broken.push(`an upload was refused: ${await response.text()}`)
      const [id] = [...files.keys()].slice(-5)
      if (id) await ask('file', fileCalls.get, payer!, { params: { id } }).then((r) => r?.arrayBuffer())
      await sleep(500)
    }
  }

  // ── Kills ─────────────────────────────────────────────────────────────────
  const kills: { part: string; at: number; seconds: number; hits: readonly Kind[] }[] = []
  async function killEach(): Promise<void> {
    const between = (minutes * 60_000) / cluster.parts.length
    for (const { name, kill, window } of cluster.parts) {
      await sleep(between / 2)
      tell(`${name} is killed`)
      const at = Date.now()
      kills.push({ part: name, at, ...window })
      await kill()
      await sleep(between / 2 - (Date.now() - at))
    }
    over = true
  }
  const times = (n: number, work: (n: number) => Promise<void>) =>
    Array.from({ length: n }, (_, i) => work(i))
  await Promise.all([
    killEach().finally(() => (over = true)),
    ...times(PAYERS, payIn),
    ...times(BOOKERS, book),
    ...times(READERS, read),
    ...times(UPLOADERS, upload),
  ])

  // ── What is there ─────────────────────────────────────────────────────────
  for (const failure of failures)
    if (!kills.some((kill) => isFelt(kill, failure))) {
      const last = kills.findLast(({ at }) => at <= failure.to)
      const after = last
        ? `${((failure.from - last.at) / 1000).toFixed(1)} s after ${last.part} was killed`
        : 'before any'
      broken.push(`outside every window: ${failure.what}, ${after}`)
    }
  const ledger = new Map(
    (
      await rows<{ note: string; n: number }>(
        `select note, count(*)::int as n from ledger_entry where note like '入账 %' group by note`,
      )
    ).map(({ note, n }) => [note, n]),
  )
  const report = (n: number, what: string) => n > 0 && broken.push(`${n} ${what}`)
  report([...topUps].filter((reason) => ledger.get(reason) !== 1).length, 'top-ups are not there once')
  report([...ledger.keys()].filter((reason) => !topUps.has(reason)).length, 'top-ups that nobody was told of')
  const [{ wrong = 0 } = {}] = await rows<{ wrong: number }>(UNBALANCED)
  report(wrong, 'cards do not balance')
  const there = await rows<{ id: number }>('select id::int from booking where device_id = $1', [device.id])
  const ids = new Set(there.map(({ id }) => id))
  report([...bookings].filter((id) => !ids.has(id)).length, 'bookings are missing')
  report(ids.size - bookings.size, 'bookings that nobody was told of')
  const [{ doubled = 0 } = {}] = await rows<{ doubled: number }>(DOUBLED, [device.id])
  report(doubled, 'half hours are booked twice')
  for (const [id, hash] of files) {
    // Retry, since the store may have been killed a moment ago.
    let response: Response | undefined
    for (const until = Date.now() + NO_ANSWER_MS; !response && Date.now() < until;)
      response = await ask('file', fileCalls.get, payer, { params: { id } })
    const content = response ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0)
    if (createHash('sha256').update(content).digest('hex') !== hash)
      broken.push(`file ${id} is not what was sent: ${response?.status}`)
  }
  // Only failures of calls count: the demo's mail server and single sign-on do not exist, so their jobs fail.
  const faults = await rows<{ call: string; message: string }>(
    `select call, message from exception_log where call like any(array['GET /%', 'POST /%'])`,
  )
  broken.push(...faults.map(({ call, message }) => `written down as a fault: ${call} ${message}`))
  broken.push(...(await compareStandby(cluster, rows)))
  await database.end()
  return {
    minutes,
    answered,
    kills: kills.map((kill) => {
      const { part, at, seconds } = kill
      const own = failures.filter((failure) => isFelt(kill, failure))
      const felt = own.reduce((s, f) => Math.max(s, (f.to - at) / 1000), 0)
      return { part, at, seconds, felt, failures: own.length }
    }),
    broken,
    kept: { topUps: topUps.size, bookings: bookings.size, files: files.size },
  }
}

/** After all work has ended, waits until the standby has the same rows. */
async function compareStandby(
  { standbyUrl }: Cluster,
  rows: <Row extends object>(text: string) => Promise<Row[]>,
): Promise<string[]> {
  const standby = new pg.Client({ connectionString: standbyUrl })
  await standby.connect()
  try {
    let [here, there] = ['', ' ']
    for (let i = 0; i < 100 && here !== there; i++) {
      here = JSON.stringify(await rows(SUMS))
      there = JSON.stringify((await standby.query(SUMS)).rows)
      if (here !== there) await sleep(100)
    }
    return here === there ? [] : [`the standby differs: ${there} for ${here}`]
  } finally {
    await standby.end()
  }
}

/** An instrument in its own laboratory that is open around the clock and needs no approval. */
const OPEN_DEVICE = `
  with d as (insert into dept (code, name) values ('DDRILL', '演练学院') returning id),
    l as (insert into lab (serial_id, name, dept_id) select 'LABDRILL', '演练中心', id from d returning id, dept_id),
    v as (insert into device (serial_id, name, dept_id, lab_id, shared)
      select 'SDRILL', '演练电镜', dept_id, id, true from l returning id),
    o as (insert into opening (device_id, horizon_days, min_minutes, max_minutes)
      select id, 60, 30, 480 from v),
    w as (insert into opening_window (device_id, weekday, from_minute, to_minute)
      select id, day, 0, 1440 from v, generate_series(1, 7) day),
    p as (insert into price_plan (device_id, basis, version, effective, rates) select v.id, 'per_time', 1,
      '[2020-01-01,)', jsonb_object_agg(tier, jsonb_build_object('unitFen', 100, 'unitMinutes', 60, 'startFen', 0,
        'minUnits', 0, 'bands', '[]'::jsonb)) from v, unnest(array['campus', 'school', 'company']) tier group by v.id)
  select id::int from v`
const UNBALANCED = `select count(*)::int as wrong from fund_card c where balance_fen <>
  (select coalesce(sum(balance_delta_fen), 0) from ledger_entry e where e.card_id = c.id)`
const DOUBLED = `select count(*)::int as doubled from booking a join booking b on a.device_id = b.device_id
  and a.seat = b.seat and a.period && b.period and a.id < b.id where a.device_id = $1`
const SUMS = `select (select count(*) from ledger_entry) as entries,
  (select sum(balance_fen) from fund_card) as fen,
  (select count(*) from booking) as bookings, (select count(*) from file) as files`
