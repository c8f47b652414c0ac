import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import { boot, type Running } from './boot.ts'
import type { Log } from './adapters/database/embedded.ts'
import { chooseGateDevices } from './adapters/gate-device/chosen.ts'
import { isOrder, report, shareGates, type Order } from './crew.ts'
import type { Env } from './kernel/env.ts'

/**
 * A busy connection ends with its next answer. One that is silent for so long is closed: whoever uses it at
 * that very moment opens another.
 */
const LAST_CONNECTIONS_MS = 5000
/** Whoever could not hold the line to the gateways lets another try after so long. */
const AGAIN_MS = 10_000

/** One of several processes that answer requests, as the leader says. */
export async function work(env: Env, log: Log): Promise<Running> {
  const devices = chooseGateDevices(env)
  const gateDevices = devices && shareGates(devices)
  const waiting = new Map<number, (text: string) => void>()
  let asked = 0
  const askFigures = () =>
    new Promise<string>((resolve) => {
      waiting.set(++asked, resolve)
      report({ say: 'show figures', asked })
    })
  // Before the start: the leader may speak while it lasts.
  const early: Order[] = []
  let carryOut = (told: Order): void => void early.push(told)
  process.on('message', (message: unknown) => isOrder(message) && carryOut(message))

  const running = await boot(env, log, { crew: { gateDevices, askFigures } })
  const { app } = running
  // Of the figures of all, the leader adds up ours.
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries([app.deps.metrics.register])

  async function retire(): Promise<void> {
    app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
    // Not the server's own: it would close connections on which a request may be under way to us.
    net.Server.prototype.close.call(app.server)
    await app.letGo()
    report({ say: 'let go' })
    await sleep(LAST_CONNECTIONS_MS)
    await running.stop()
    process.exit(0)
  }
  async function hold(): Promise<void> {
    try {
      await app.hold()
    } catch (e) {
      app.log.error(e as Error)
      await sleep(AGAIN_MS)
      report({ say: 'let go' })
    }
  }
  carryOut = (told) => {
    gateDevices?.hear(told)
    if (told.do === 'hold the line') void hold()
    if (told.do === 'retire') void retire()
    if (told.do === 'answer figures') {
      waiting.get(told.asked)?.(told.text)
      waiting.delete(told.asked)
    }
  }
  early.forEach((told) => carryOut(told))
  const { address, demoAccounts, firstAdmin } = running
  report({ say: 'ready', address, demoAccounts, firstAdmin })
  return running
}
