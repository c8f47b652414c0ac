import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { boot, type Running } from './boot.ts'
import type { Log } from './adapters/database/embedded.ts'
import { chooseGateDevices } from './adapters/gate-device/chosen.ts'
import { isOrder, report, shareGates, type Order } from './crew.ts'
import type { Env } from './kernel/env.ts'

/**
 * A busy connection is closed with its next answer. One that is silent for this long is closed; a client that
 * uses it at that moment opens another.
 */
const LAST_CONNECTIONS_MS = 5000
/** A worker that could not hold the connection to the gateways lets another one try after this pause. */
const AGAIN_MS = 10_000

/** Runs one of several processes that answer requests, under the orders of the leader. */
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
  // Registered before the start, because the leader may send orders during it.
  const early: Order[] = []
  let carryOut = (told: Order): void => void early.push(told)
  process.on('message', (message: unknown) => isOrder(message) && carryOut(message))

  const running = await boot(env, log, { crew: { gateDevices, askFigures } })
  const { app } = running

  async function retire(): Promise<void> {
    app.server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
    // Not the server's own `close`, which would close connections on which a request may be on its way.
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
  async function tellFigures(asked: number): Promise<void> {
    try {
      report({ say: 'figures', asked, figures: await app.deps.metrics.register.getMetricsAsJSON() })
    } catch (e) {
      app.log.error(e as Error)
    }
  }
  carryOut = (told) => {
    gateDevices?.hear(told)
    if (told.do === 'hold the line') void hold()
    if (told.do === 'retire') void retire()
    if (told.do === 'tell figures') void tellFigures(told.asked)
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
