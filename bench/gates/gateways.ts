import { setTimeout as sleep } from 'node:timers/promises'
import { startGateway, type Credentials, type Simulated } from '../../apps/server/src/simulator/gateway.ts'

// A thousand simulated gateways in their own process, controlled by the bench.

export type Order =
  | { do: 'start'; url: string; credentials: Credentials[] }
  /** Each gateway sends its readings at this interval; 0 stops them. */
  | { do: 'read'; everyMs: number }
  /** Cards shown per second, over all gateways. */
  | { do: 'show'; perSecond: number }
  | { do: 'cut' | 'mend'; first: number }
  | { do: 'state' }
  | { do: 'end' }
export interface State {
  connected: number
  /** For each gateway: what it has sent, and what was confirmed as stored. */
  gateways: {
    id: number
    said: number
    confirmed: number
    told: number
    waiting: number
    listSeq: number
    entries: number
    opens: boolean
  }[]
}

/** A thousand gateways share one processor here, so their timers run in longer steps. */
const TICK_MS = 5000
export const CARD = '04BE0C01'
/** The units that send readings; unit 1 is the door. */
const MEASURING = [2, 3, 4, 5]

const all: Simulated[] = []
let ids: number[] = []
let everyMs = 0
let perSecond = 0
const counts: number[] = []

async function start(url: string, credentials: Credentials[]): Promise<void> {
  ids = credentials.map((c) => c.gatewayId)
  for (let i = 0; i < credentials.length; i += 50) {
    const some = credentials.slice(i, i + 50)
    all.push(...(await Promise.all(some.map((c) => startGateway(url, c, { tickMs: TICK_MS, reads: false })))))
  }
  counts.push(...all.map(() => 0))
  void read()
  void show()
}

/** Sends readings evenly over time, one gateway after the other. */
async function read(): Promise<never> {
  let due = performance.now()
  for (let i = 0; ; i = (i + 1) % Math.max(all.length, 1)) {
    const gateway = all[i]
    if (everyMs === 0 || !gateway) {
      await sleep(20)
      due = performance.now()
      continue
    }
    const n = (counts[i] ?? 0) + 1
    counts[i] = n
    const units = Object.fromEntries(
      MEASURING.map((u) => [u, { kwh: n, ...(u === 2 && { amps: 4.2 }), ...(u === 5 && { celsius: 22 }) }]),
    )
    void gateway.sayReadings(units).catch(() => undefined)
    due += everyMs / all.length
    const early = due - performance.now()
    if (early > 4) await sleep(early)
  }
}
async function show(): Promise<never> {
  for (let i = 0; ; i = (i + 37) % Math.max(all.length, 1)) {
    const gateway = all[i]
    if (perSecond === 0 || !gateway) {
      await sleep(20)
      continue
    }
    gateway.show(1, { card: CARD })
    await sleep(1000 / perSecond)
  }
}
function state(): State {
  return {
    connected: all.length,
    gateways: all.map((g, i) => {
      const { said, through } = g.readings()
      const list = g.list()
      return {
        id: ids[i] ?? 0,
        said,
        confirmed: through,
        told: g.told(),
        waiting: g.waiting(),
        listSeq: list?.seq ?? 0,
        entries: list?.entries.length ?? 0,
        opens: list?.entries.some((e) => e.unit === 1 && g.isCardOf(e, CARD)) ?? false,
      }
    }),
  }
}

async function obey(order: Order): Promise<unknown> {
  if (order.do === 'start') await start(order.url, order.credentials)
  else if (order.do === 'read') everyMs = order.everyMs
  else if (order.do === 'show') perSecond = order.perSecond
  else if (order.do === 'cut') await Promise.all(all.slice(0, order.first).map((g) => g.cut()))
  else if (order.do === 'mend') await Promise.all(all.slice(0, order.first).map((g) => g.mend()))
  else if (order.do === 'end') process.exit(0)
  return state()
}
process.on('message', ({ id, order }: { id: number; order: Order }) => {
  void obey(order).then(
    (answer) => process.send?.({ id, answer }),
    (e: unknown) => process.send?.({ id, error: (e as Error).stack }),
  )
})
process.on('disconnect', () => process.exit(0))
