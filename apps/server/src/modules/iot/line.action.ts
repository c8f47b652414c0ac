import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import * as access from './access.store.ts'
import { hearForeign, keepSwitches, orderForeign, sendForeign } from './foreign.action.ts'
import * as gateways from './gateway.store.ts'
import { admit, hear, lose } from './hearing.action.ts'
import { makeList } from './list.action.ts'
import { sendOrder } from './order.action.ts'
import { gatherReadings } from './reading.action.ts'

/** Polling interval, in case a notification from another process was lost. */
const LOOK_MS = 5000

export interface Line {
  start(): Promise<void>
  wake(what?: 'commands' | 'lists'): void
  stop(): Promise<void>
}

/** Holds the line to the gateways: sends them waiting lists and commands, and takes their messages. */
export function holdLine(deps: Deps, devices: GateDevices): Line {
  const failed = (error: Error) => void logFault(deps, 'gate', error).catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  // Separate queues: a thousand lists that are made anew must not delay a command.
  const lists = oneAfterAnother(() => sendLists(deps, devices), failed)
  const commands = oneAfterAnother(() => sendCommands(deps, devices), failed)
  const switches = oneAfterAnother(() => keepSwitches(deps, devices), failed)
  const wake = (what?: 'commands' | 'lists') => {
    // Commands come first: a person is waiting at the door.
    if (what !== 'lists') commands.wake()
    if (what === 'commands') return
    lists.wake()
    switches.wake()
  }
  const unsubscribe = [
    deps.live.subscribe(['gates:commands'], () => wake('commands')),
    deps.live.subscribe(['gates:lists'], () => wake('lists')),
  ]
  const readings = gatherReadings(deps, devices)

  return {
    async start() {
      await devices.start({
        admit: (claim) => admit(deps, claim),
        hear: (id, kind, text) =>
          kind === 'reading' ? readings.hear(id, text) : hear(deps, devices, id, kind, text),
        hearForeign: (id, topic, text) => hearForeign(deps, id, topic, text),
        lost: (id) => lose(deps, id),
        failed,
      })
      timer = setInterval(() => wake(), LOOK_MS)
      timer.unref()
      wake()
    },
    wake,
    async stop() {
      for (const stop of unsubscribe) stop()
      clearInterval(timer)
      await Promise.all([lists.stop(), commands.stop(), switches.stop()])
      await devices.stop()
    },
  }
}

/** Runs one pass at a time; requests during a pass cause exactly one more. */
function oneAfterAnother(work: () => Promise<void>, failed: (error: Error) => void) {
  let stopped = false
  let again = false
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    while (again && !stopped) {
      again = false
      await work().catch((e: unknown) => failed(e as Error))
    }
  }
  return {
    wake() {
      again = true
      running ??= run().finally(() => (running = undefined))
    },
    async stop() {
      stopped = true
      await running
    },
  }
}

async function sendLists(deps: Deps, devices: GateDevices): Promise<void> {
  for (let found = true; found;) {
    const made = await inTransaction(deps, 'gate:lists', new Date(), async (ctx) => {
      const lists: { id: number; text: string }[] = []
      const stale = await gateways.takeStale(ctx.db)
      for (const id of stale.toSorted((a, b) => a - b)) {
        const text = await makeList(ctx, id)
        if (text !== null) lists.push({ id, text })
      }
      if (lists.length > 0) ctx.live('gates')
      return { lists, any: stale.length > 0 }
    })
    found = made.any
    // A list that fails to go out is sent again when its gateway reports that it has an older one.
    for (const { id, text } of made.lists) await devices.send(id, 'grants', text).catch(() => undefined)
  }
}

async function sendCommands(deps: Deps, devices: GateDevices): Promise<void> {
  // A single statement that commits at once: a transaction would cost two more round trips to the database.
  for (const c of await access.takeCommandsNow(deps.pool, new Date())) {
    const now = new Date()
    if (c.foreign) {
      const order = await inTransaction(deps, 'gate:commands', now, (ctx) => orderForeign(ctx, c))
      if (order && c.until >= now) await sendForeign(devices, c.gatewayId, order)
      continue
    }
    await sendOrder(deps, devices, c)
  }
}
