import type { Worker } from 'node:cluster'
import type { GateDevices } from './adapters/gate-device/gate-devices.ts'
import type { DemoAccount } from './boot.ts'
import type { FirstAdmin } from './modules/people/people.service.ts'

// With WORKERS above 1 the process that `npm start` starts leads (lead.ts) and others answer requests
// (worker.ts). This is what they say to each other.

export interface Ready {
  address: string
  demoAccounts: readonly DemoAccount[]
  firstAdmin: FirstAdmin | null
}
/** Of a worker. */
export type Report =
  | ({ say: 'ready' } & Ready)
  /** Where gateways find the broker, from the one that holds the line to them. */
  | { say: 'gates at'; port: number | null }
  | { say: 'put out'; gatewayId: number }
  /** It holds the line no longer. */
  | { say: 'let go' }
  | { say: 'show figures'; asked: number }
/** Of the leader. */
export type Order =
  /** Hold the line to the gateways: one does. */
  | { do: 'hold the line' }
  | { do: 'know gates at'; port: number | null }
  | { do: 'put out'; gatewayId: number }
  /** Take no new connection, finish what runs, and end. */
  | { do: 'retire' }
  | { do: 'answer figures'; asked: number; text: string }

/** Whatever else comes, as the library of figures sends it, is not for us. */
export const isReport = (message: unknown): message is Report =>
  typeof message === 'object' && message !== null && 'say' in message
export const isOrder = (message: unknown): message is Order =>
  typeof message === 'object' && message !== null && 'do' in message

/** Over a channel that breaks, nobody listens any more. */
export function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}
export function order(worker: Worker, message: Order): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** The line as it looks from a worker, whoever holds it. */
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
