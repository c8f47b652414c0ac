import type { Duplex } from 'node:stream'
import type { DownTopic, UpTopic } from './wire.ts'

/** What the portal does with what comes from gateways; set once, when it starts. */
export interface Hearing {
  /** Is this the gateway that it says it is? */
  admit(gatewayId: number, password: Buffer): Promise<boolean>
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
