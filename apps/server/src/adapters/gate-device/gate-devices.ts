import type { Duplex } from 'node:stream'
import type { DownTopic, UpTopic } from './wire.ts'

/** What somebody shows at the broker. */
export interface Claim {
  /** The number that is his user name; null where he says none. */
  gatewayId: number | null
  password: Buffer | null
  /** SHA-256 of the certificate whose key he has; null where he came without. */
  fingerprint: Buffer | null
}
export interface Admission {
  gatewayId: number
  /** When what he showed lapses; null where it does not. */
  until: Date | null
}

/** What the portal does with what comes from gateways; set once, when it starts. */
export interface Hearing {
  /** Which gateway is this? Null: none. */
  admit(claim: Claim): Promise<Admission | null>
  /** Whatever it throws is somebody's message that could not be taken; it is written down, not answered. */
  hear(gatewayId: number, kind: UpTopic, text: string): Promise<void>
  /** A device of another maker has said something below its own prefix. */
  hearForeign(gatewayId: number, topic: string, text: string): Promise<void>
  /** Its line has broken. */
  lost(gatewayId: number): Promise<void>
  failed(error: Error): void
}

/** The line to all gateways, whatever they speak. */
export interface GateDevices {
  /**
   * How gateways may show a certificate: any that was bound to one (`pinned`), one that its operator's
   * authority made in the name of the gateway's number (`named`), or none, where lines are not encrypted.
   */
  readonly certificates: 'pinned' | 'named' | null
  start(hearing: Hearing): Promise<void>
  /** Hands a message over; that it arrived only the gateway can say. */
  send(gatewayId: number, kind: DownTopic, text: string): Promise<void>
  /** Tells a device of another maker, below its own prefix. */
  sendForeign(gatewayId: number, topic: string, text: string): Promise<void>
  /** Its credentials are void: it is put out. */
  putOut(gatewayId: number): void
  /** Where gateways find it, for whoever enrols; null where only the operator knows. */
  port(): number | null
  /** A line from within the process, for gateways that are simulated in it; undefined where there is none. */
  attach(): Duplex | undefined
  stop(): Promise<void>
}
