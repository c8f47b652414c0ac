import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import { sign, topicOf } from '../../adapters/gate-device/wire.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTransaction, logFault } from '../../kernel/jobs.ts'
import * as access from './access.store.ts'
import * as gateways from './gateway.store.ts'
import { admit, hear, lose } from './hearing.action.ts'
import { makeList, openKey } from './list.action.ts'

/** What another process has noted, and whose word of it was lost, is looked for so often. */
const LOOK_MS = 5000

export interface Line {
  start(): Promise<void>
  wake(): void
  stop(): Promise<void>
}

/** Holds the line to the gateways: sends them what waits, and hears them. */
export function holdLine(deps: Deps, devices: GateDevices): Line {
  const failed = (error: Error) => void logFault(deps, 'gate', error).catch(() => undefined)
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let again = false
  let running: Promise<void> | undefined

  const wake = () => {
    again = true
    running ??= work().finally(() => (running = undefined))
  }
  async function work(): Promise<void> {
    while (again && !stopped) {
      again = false
      try {
        await sendLists(deps, devices)
        await sendCommands(deps, devices)
      } catch (e) {
        failed(e as Error)
      }
    }
  }
  const unsubscribe = deps.live.subscribe(['gates:out'], wake)

  return {
    async start() {
      await devices.start({
        admit: (id, password) => admit(deps, id, password),
        hear: (id, kind, text) => hear(deps, devices, id, kind, text),
        lost: (id) => lose(deps, id),
        failed,
      })
      timer = setInterval(wake, LOOK_MS)
      timer.unref()
      wake()
    },
    wake,
    async stop() {
      stopped = true
      unsubscribe()
      clearInterval(timer)
      await running
      await devices.stop()
    },
  }
}

async function sendLists(deps: Deps, devices: GateDevices): Promise<void> {
  const made = await inTransaction(deps, 'gate:lists', new Date(), async (ctx) => {
    const lists: { id: number; text: string }[] = []
    for (const id of (await gateways.takeStale(ctx.db)).toSorted((a, b) => a - b)) {
      const text = await makeList(ctx, id)
      if (text !== null) lists.push({ id, text })
    }
    if (lists.length > 0) ctx.live('gates')
    return lists
  })
  for (const { id, text } of made) await devices.send(id, 'grants', text)
}

async function sendCommands(deps: Deps, devices: GateDevices): Promise<void> {
  const due = await inTransaction(deps, 'gate:commands', new Date(), (ctx) =>
    access.takeCommands(ctx.db, ctx.now),
  )
  for (const c of due) {
    const key = c.sealedKey && openKey({ deps }, c.sealedKey)
    if (!key || c.until < new Date()) continue
    const says = {
      command: c.id,
      unit: c.number,
      do: c.what,
      at: Math.floor(Date.now() / 1000),
      until: Math.floor(c.until.getTime() / 1000),
    }
    await devices.send(c.gatewayId, 'command', sign(key, topicOf(c.gatewayId, 'command'), says))
  }
}
