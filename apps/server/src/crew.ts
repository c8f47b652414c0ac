import type { Worker } from 'node:cluster'
import type { GateDevices } from './adapters/gate-device/gate-devices.ts'
import type { DemoAccount } from './boot.ts'
import type { FirstAdmin } from './modules/people/people.service.ts'

// With WORKERS above 1 the process that `npm start` starts is the leader (lead.ts), and the others answer
// requests (worker.ts). These are the messages between them.

export interface Ready {
  address: string
  demoAccounts: readonly DemoAccount[]
  firstAdmin: FirstAdmin | null
}
/** From a worker to the leader. */
export type Report =
  | ({ say: 'ready' } & Ready)
  /** The port of the broker, from the worker that holds the connection to the gateways. */
  | { say: 'gates at'; port: number | null }
  | { say: 'put out'; gatewayId: number }
  /** The worker has given up the connection to the gateways. */
  | { say: 'let go' }
  | { say: 'show figures'; asked: number }
  | { say: 'figures'; asked: number; figures: object }
/** From the leader to a worker. */
export type Order =
  /** Hold the connection to the gateways; only one worker does. */
  | { do: 'hold the line' }
  | { do: 'know gates at'; port: number | null }
  | { do: 'put out'; gatewayId: number }
  /** Accept no new connections, finish what runs, and end. */
  | { do: 'retire' }
  /** Report the figures of this process. */
  | { do: 'tell figures'; asked: number }
  /** The figures of all processes. */
  | { do: 'answer figures'; asked: number; text: string }

/** Other messages are ignored. */
export const isReport = (message: unknown): message is Report =>
  typeof message === 'object' && message !== null && 'say' in message
export const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' && message !== null && 'do' in message

/** Errors are ignored: if the channel is broken, the leader is gone. */
export function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
export function order(worker: Worker, message: Order): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** The connection to the gateways as a worker sees it, whichever worker holds it. */
export function shareGates(own: GateDevices): GateDevices & { hear(told: Order): void } {
  let portElsewhere: number | null = null
  return {
    ...own,
    async start(hearing) {
      await own.start(hearing)
      report({ say: 'gates at', port: own.port() })
    },
    putOut(gatewayId) {
      own.putOut(gatewayId)
      report({ say: 'put out', gatewayId })
    },
    port: () => own.port() ?? portElsewhere,
    hear(told) {
      if (told.do === 'know gates at') portElsewhere = told.port
      if (told.do === 'put out') own.putOut(told.gatewayId)
    },
  }
}
