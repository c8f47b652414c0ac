import type { FastifyBaseLogger } from 'fastify'
import type { Duplex } from 'node:stream'
import type { Deps } from '../kernel/ctx.ts'
import { inTransaction } from '../kernel/jobs.ts'
import { giveCredentials, listOfHardware } from '../modules/iot/iot.service.ts'
import type { Simulated } from '../simulator/gateway.ts'
import { DEMO_HARDWARE, demoCards } from './content/gates.ts'

/** People show their card this many seconds after their booking has begun. */
const LATE_SECONDS = 11 * 60
const LOOK_MS = 10_000

/** Advisory lock key: any number that all versions of the portal share. */
const DEMO_LOCK = 7_203_002
const TRY_MS = 30_000

/**
 * Runs the gateways of the demo campus in one server: an advisory lock chooses the first, and another takes
 * over when that one stops. If every server enrolled them, each would disconnect the others' gateways again
 * and again.
 */
export async function startDemoGates(
  deps: Deps,
  log: FastifyBaseLogger,
  tryMs = TRY_MS,
): Promise<() => Promise<void>> {
  let stop: (() => Promise<void>) | undefined
  let timer: NodeJS.Timeout | undefined
  let trying: Promise<void> | undefined
  const tryLater = () => {
    timer = setTimeout(() => {
      trying = begin().catch((e: unknown) => {
        log.warn(e as Error)
        tryLater() // the database may be back by then
      })
    }, tryMs).unref()
  }
  const begin = async () => {
    const client = await deps.pool.connect()
    let end: () => Promise<void>
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        DEMO_LOCK,
      ])
      if (!rows[0]?.mine) {
        client.release()
        return tryLater()
      }
      end = await startGates(deps, log)
    } catch (e) {
      client.release(true)
      throw e
    }
    stop = async () => {
      await end()
      // Closing the connection releases the lock.
      client.release(true)
    }
  }
  await begin()
  return async () => {
    // An attempt in progress must finish first, so that what it started is stopped, too.
    await trying
    clearTimeout(timer)
    await stop?.()
  }
}

/**
 * Enrols the gateways anew at each start, like replaced hardware; they connect within the process, without a
 * network port.
 */
async function startGates(deps: Deps, log: FastifyBaseLogger): Promise<() => Promise<void>> {
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

/** Shows the card of a member of the cast once per booking; this switches the power on. */
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
