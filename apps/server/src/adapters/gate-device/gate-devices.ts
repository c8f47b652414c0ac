import type { Duplex } from 'node:stream'
import type { DownTopic, UpTopic } from './wire.ts'

/** The credentials that a client shows to the broker. */
export interface Claim {
  /** The number that is its user name; null if it gives none. */
  gatewayId: number | null
  password: Buffer | null
  /** SHA-256 of the certificate whose key it has; null without one. */
  fingerprint: Buffer | null
}
export interface Admission {
  gatewayId: number
  /** When its credentials expire; null if they do not. */
  until: Date | null
}

/** Callbacks of the portal for messages from gateways; set once, at the start. */
export interface Hearing {
  /** Finds the gateway of these credentials; null: none. */
  admit(claim: Claim): Promise<Admission | null>
  /** Takes a message. An error that it throws is logged and not answered. */
  hear(gatewayId: number, kind: UpTopic, text: string): Promise<void>
  /** Takes a message of a device of another maker, from below its own prefix. */
  hearForeign(gatewayId: number, topic: string, text: string): Promise<void>
  /** The connection of the gateway has broken. */
  lost(gatewayId: number): Promise<void>
  failed(error: Error): void
}

/** The connection to all gateways, independent of the protocol. */
export interface GateDevices {
  /**
   * Which certificates gateways may show: any one that was bound to a gateway (`pinned`), one that the
   * operator's authority issued in the name of the gateway's number (`named`), or none, where
   * connections are not encrypted.
   */
  readonly certificates: 'pinned' | 'named' | null
  start(hearing: Hearing): Promise<void>
  /** Hands a message over; only the gateway can confirm that it arrived. */
  send(gatewayId: number, kind: DownTopic, text: string): Promise<void>
  /** Sends to a device of another maker, below its own prefix. */
  sendForeign(gatewayId: number, topic: string, text: string): Promise<void>
  /** Disconnects a gateway whose credentials are no longer valid. */
  putOut(gatewayId: number): void
  /** The port of the broker, shown when a gateway is enrolled; null if only the operator knows it. */
  port(): number | null
  /** A connection from inside the process, for simulated gateways; undefined where there is none. */
  attach(): Duplex | undefined
  stop(): Promise<void>
}
