import type { FastifyBaseLogger } from 'fastify'
import type { Duplex } from 'node:stream'
import type { Deps } from '../kernel/ctx.ts'
import { inTransaction } from '../kernel/jobs.ts'
import { giveCredentials, listOfHardware } from '../modules/iot/iot.service.ts'
import type { Simulated } from '../simulator/gateway.ts'
import { DEMO_HARDWARE, demoCards } from './content/gates.ts'

/** People stand at doors a while after their booking has begun. */
const LATE_SECONDS = 11 * 60
const LOOK_MS = 10_000

/**
 * The gateways of the demo campus, in the server's own process: nothing listens for them. They enrol anew
 * whenever the server starts, as hardware that was replaced would.
 */
export async function startDemoGates(deps: Deps, log: FastifyBaseLogger): Promise<() => Promise<void>> {
  const attach = (): Duplex => {
    const line = deps.adapters.gateDevices?.attach()
    if (!line) throw new Error('the broker takes no line from within')
    return line
  }
  const known = await inTransaction(deps, 'demo:gates', new Date(), async (ctx) => {
    const found = await listOfHardware(ctx.db, DEMO_HARDWARE)
    const given = []
    for (const { id, hardware, kwh } of found) {
      const credentials = await giveCredentials(ctx, { id }, { hardware, firmware: 'sim-1.0' })
      if (credentials) given.push({ credentials, kwh: kwh ?? 2000 })
    }
    return given
  })
  if (known.length === 0) return async () => undefined
  const { startGateway } = await import('../simulator/gateway.ts')
  const gateways: Simulated[] = []
  for (const { credentials, kwh } of known) {
    const load = () => Math.round((4.2 + 0.6 * Math.sin(Date.now() / 900_000)) * 100) / 100
    gateways.push(await startGateway(attach, credentials, { kwh, load }))
  }
  log.debug(`${gateways.length} gateways of the demo are there`)
  const timer = setInterval(() => gateways.forEach(enterLate), LOOK_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    for (const gateway of gateways) await gateway.stop()
  }
}

/** Whoever of the cast has booked shows his card once; with him the power goes on. */
const entered = new WeakMap<Simulated, Set<string>>()
function enterLate(gateway: Simulated): void {
  const before = entered.get(gateway) ?? new Set<string>()
  entered.set(gateway, before)
  const now = Date.now() / 1000
  for (const entry of gateway.list()?.entries ?? []) {
    if (!entry.ref.startsWith('b') || before.has(entry.ref) || now >= entry.to) continue
    const isDoor = gateway.list()?.units.find((u) => u.unit === entry.unit)?.kind === 'door'
    const card = demoCards.find(([number]) => gateway.isCardOf(entry, number))?.[0]
    if (!isDoor || !card || now < entry.from + LATE_SECONDS) continue
    before.add(entry.ref)
    gateway.show(entry.unit, { card })
  }
}
