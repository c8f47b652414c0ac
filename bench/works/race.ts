import { CAST, findFirst, lookAt, findPerson, slotAt, type Campus } from '../campus.ts'
import { requestBytes, once, volley, type Answer } from '../load.ts'
import { startProduct, type Product } from '../product.ts'
import { makeToken } from '../prepare.ts'
import { full, quick } from '../settings.ts'
import type { Row, Work } from './work.ts'

// Fifty requests at once for the same time of one instrument, at two server processes, on every path that can
// give a booking its time.
const CROWD = 50
const ROUNDS = quick ? 10 : 200

interface Booking {
  id: number
}
interface Race {
  campus: Campus
  servers: readonly Product[]
  deviceId: number
  reviewer: string
  /** People who pay for themselves: no supervisor has to agree before a booking is extended or assigned. */
  payers: readonly number[]
}
const HOUR = 12 // slots

async function call(server: Product, token: string, path: string, body: unknown): Promise<Booking> {
  const answer = await once(server.port, requestBytes('POST', path, { token, body }))
  if (answer.status !== 200) throw new Error(`${path}: ${answer.body}`)
  return (JSON.parse(answer.body) as { data: Booking }).data
}
const createBytes = ({ campus, deviceId }: Race, i: number, period: { startAt: string; endAt: string }) =>
  requestBytes('POST', '/api/v2/booking', {
    token: findPerson(campus, i).token,
    body: { deviceId, kind: 'self_operated', ...period, purpose: '抢' },
  })
const hours = (n: number) => ({ startAt: slotAt(n * HOUR).startAt, endAt: slotAt((n + 1) * HOUR).startAt })

/** The fifty requests of a round. Each round has its own hour. */
type Path = (race: Race, round: number) => Promise<string[]>
const crowd = (make: (i: number) => string, n = CROWD) => Array.from({ length: n }, (_, i) => make(i))
const paths: Record<string, Path> = {
  create: async (race, round) => crowd((i) => createBytes(race, i, hours(round))),
  /** The preceding booking also wants the hour (as an extension) and asks first every other time. */
  async extend(race, round) {
    const [server] = race.servers as [Product]
    const before = hours(round * 2)
    const wanted = hours(round * 2 + 1)
    const token = makeToken(race.payers[round % race.payers.length] ?? 0)
    const { id } = await call(server, token, '/api/v2/booking', {
      deviceId: race.deviceId,
      kind: 'self_operated',
      ...before,
      purpose: '延长',
    })
    const others = crowd((i) => createBytes(race, i + 100, wanted), CROWD - 1)
    const extend = requestBytes('POST', `/api/v2/booking/${id}/extend`, {
      token,
      body: { endAt: wanted.endAt },
    })
    return round % 2 ? [extend, ...others] : [...others, extend]
  },
  /** Twenty-five sent samples are assigned the hour while as many new bookings want it. */
  async assign(race, round) {
    const [server] = race.servers as [Product]
    const wanted = hours(round)
    const sent = await Promise.all(
      race.payers.slice(0, CROWD / 2).map((payer) =>
        call(server, makeToken(payer), '/api/v2/booking', {
          deviceId: race.deviceId,
          kind: 'sample_delivery',
          purpose: '送样',
          samples: [{ name: '合金', count: 1 }],
        }),
      ),
    )
    const assigned = sent.map(({ id }) =>
      requestBytes('POST', `/api/v2/booking/${id}/approve`, {
        token: race.reviewer,
        body: { state: 'awaiting_reviewer', assign: wanted },
      }),
    )
    return assigned.flatMap((bytes, i) => [bytes, createBytes(race, i + 100, wanted)])
  },
}

interface Tally {
  winners: Record<number, number>
  conflicts: number
  others: string[]
}
function count(tally: Tally, answers: readonly Answer[]): void {
  const won = answers.filter((a) => a.status === 200).length
  tally.winners[won] = (tally.winners[won] ?? 0) + 1
  for (const { status, body } of answers) {
    if (status === 200) continue
    const { code, data } = JSON.parse(body) as { code: string; data?: { alternatives?: unknown[] } }
    if (status === 409 && code === 'OVERLAPS' && data?.alternatives?.length) tally.conflicts++
    else tally.others.push(`${status} ${body.slice(0, 200)}`)
  }
}

export const race: Work = {
  name: 'race',
  async run({ data, log }) {
    const url = await data.copy(full, 'race')
    const campus = await lookAt(url)
    const servers = await Promise.all([
      startProduct({ databaseUrl: url }),
      startProduct({ databaseUrl: url }),
    ])
    const [reviewer] = await campus.sql<{ id: string }>(
      `select user_id as id from device_reviewer where lab_id = (select lab_id from device where id = $1)
        order by 1 limit 1`,
      [campus.first.race],
    )
    const payers = await campus.sql<{ id: string }>(
      `select id from user_account where enabled and supervisor_id is null and id > $1 order by id limit $2`,
      [CAST, ROUNDS],
    )
    const rows: Row[] = []
    try {
      for (const [n, [name, path]] of Object.entries(paths).entries()) {
        const tally: Tally = { winners: {}, conflicts: 0, others: [] }
        const contest: Race = {
          campus,
          servers,
          deviceId: findFirst(campus, 'race').first + n,
          reviewer: makeToken(Number(reviewer?.id)),
          payers: payers.map(({ id }) => Number(id)),
        }
        for (let round = 0; round < ROUNDS; round++)
          count(
            tally,
            await volley(
              servers.map((s) => s.port),
              await path(contest, round),
            ),
          )
        for (const other of tally.others.slice(0, 5)) log(`  ${name}: ${other}`)
        const exact = tally.winners[1] === ROUNDS && tally.conflicts === ROUNDS * (CROWD - 1)
        rows.push({
          work: `50 at once for one slot, by ${name}, two server processes`,
          clients: CROWD,
          product: `${ROUNDS} rounds: ${Object.entries(tally.winners)
            .map(([w, times]) => `${times} × ${w}`)
            .join(', ')} got in`,
          a: '',
          b: '',
          ratio: `${tally.conflicts} conflicts with alternatives, ${tally.others.length} other answers`,
          target: 'exactly 1, always',
          reached: exact,
          noisy: 0,
        })
      }
      return rows
    } finally {
      await Promise.all(servers.map((s) => s.stop()))
      await campus.close()
    }
  },
}
