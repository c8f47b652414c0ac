import { createHmac, timingSafeEqual } from 'node:crypto'

// The messages between portal and gateways, and how each side proves that it sent them (decision 090).
// Independent of broker and database: the portal, the simulator and their tests share it.

export const upTopics = ['state', 'reading', 'ack', 'event'] as const
export type UpTopic = (typeof upTopics)[number]
export const downTopics = ['grants', 'command', 'received'] as const
export type DownTopic = (typeof downTopics)[number]

export const makeTopic = (gatewayId: number, kind: UpTopic | DownTopic): string => `g/${gatewayId}/${kind}`
const TOPIC = /^g\/([1-9]\d{0,14})\/([a-z]+)$/
export function readTopic(topic: string): { gatewayId: number; kind: string } | null {
  const [, id, kind] = TOPIC.exec(topic) ?? []
  return id && kind ? { gatewayId: Number(id), kind } : null
}
/**
 * Prefix of the topics of other makers' devices, which may send anything there and sign nothing (decision
 * 101); separate from the topics that are trusted for their HMAC.
 */
export const foreignPrefix = (gatewayId: number): string => `v/${gatewayId}/`
const FOREIGN = /^v\/([1-9]\d{0,14})\/([^#+]{1,200})$/
export function readForeign(topic: string): { gatewayId: number; topic: string } | null {
  const [, id, rest] = FOREIGN.exec(topic) ?? []
  return id && rest ? { gatewayId: Number(id), topic: rest } : null
}

/** `received` is repeated, so it may get lost (QoS 0); every other message has to arrive (QoS 1). */
export const chooseQos = (kind: DownTopic): 0 | 1 => (kind === 'received' ? 0 : 1)
/** A longer message is not accepted from a gateway. */
export const MOST_BYTES = 65_536

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text)
const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** The password of a gateway at a broker, derived from its key, so that the key itself is not sent again. */
export const makePassword = (key: Buffer): string => hmac(key, 'mqtt').digest('base64url')

/** `<mac>.<json>`; the HMAC also covers the topic, so that a message cannot be replayed on another topic. */
export function sign(key: Buffer, topic: string, says: object): string {
  const json = JSON.stringify(says)
  return `${hmac(key, `${topic}\n${json}`).digest('base64url')}.${json}`
}

/** The content of a message; undefined unless the holder of the key signed it for this topic. */
export function verify(key: Buffer, topic: string, text: string): unknown {
  const dot = text.indexOf('.')
  if (dot < 0 || text.length > MOST_BYTES) return undefined
  const json = text.slice(dot + 1)
  const mac = Buffer.from(text.slice(0, dot), 'base64url')
  if (!isSame(mac, hmac(key, `${topic}\n${json}`).digest())) return undefined
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/**
 * One request of a gateway that has only HTTP: its content, and the time and nonce that
 * prove it is not a replay.
 */
export interface Contact {
  path: string
  at: number
  nonce: string
  says: string
}
export const signContact = (key: Buffer, { path, at, nonce, says }: Contact): string =>
  hmac(key, ['POST', path, at, nonce, says].join('\n')).digest('base64url')
export const isSignedContact = (key: Buffer, contact: Contact, mac: string): boolean =>
  isSame(Buffer.from(mac, 'base64url'), Buffer.from(signContact(key, contact), 'base64url'))

/** A keyed hash of a card's number: the number itself is not sent, and the gateway compares hashes. */
export const markCard = (key: Buffer, number: string): string =>
  hmac(key, `card\n${number}`).digest('base64url').slice(0, 22)

// ── The list ─────────────────────────────────────────────────────────────────

/** A grant: a person may enter a door, or a switch may be on. Times are seconds since 1970. */
export interface Entry {
  unit: number
  /** `b12`: a booking; `g7`: a separate grant. */
  ref: string
  /** Null: an override without a user, which switches a switch on. */
  user: number | null
  from: number
  to: number
  cards?: readonly string[]
}
export interface UnitRule {
  unit: number
  kind: string
  /**
   * For switches: `warn`: seconds of warning before the end; `stage`: how many stages later than others it
   * switches off; `failSafe`: what it does without a valid list.
   */
  warn: number
  stage: number
  failSafe: 'stay' | 'off'
}
export interface GrantList {
  seq: number
  at: number
  until: number
  units: readonly UnitRule[]
  entries: readonly Entry[]
}

// ── What is shown to a door ──────────────────────────────────────────────────

/** How many seconds a QR code opens its door. */
export const QR_SECONDS = 25
/** How many more seconds a gateway's clock may be off. */
const QR_SLACK = 5

export interface Pass {
  gatewayId: number
  unit: number
  ref: string
  user: number
  /** Seconds since 1970. */
  end: number
}
const passText = (p: Pass) => `PG1.${p.gatewayId}.${p.unit}.${p.ref}.${p.user}.${p.end}`
const passMark = (key: Buffer, text: string) => hmac(key, `pass\n${text}`).digest().subarray(0, 16)

export const signPass = (key: Buffer, p: Pass): string =>
  `${passText(p)}.${passMark(key, passText(p)).toString('base64url')}`

const PASS = /^(PG1\.(\d{1,15})\.(\d{1,3})\.([bg]\d{1,15})\.(\d{1,15})\.(\d{1,11}))\.([\w-]{22})$/
/**
 * The content of a QR code; null if the portal did not sign it, it has expired, or its end
 * is later than any code's.
 */
export function readPass(key: Buffer, text: string, now: number): Pass | null {
  const [, said, gatewayId, unit, ref, user, end, mark] = PASS.exec(text) ?? []
  if (!said || !ref || !mark || !isSame(Buffer.from(mark, 'base64url'), passMark(key, said))) return null
  const pass = { gatewayId: Number(gatewayId), unit: Number(unit), ref, user: Number(user), end: Number(end) }
  return pass.end >= now - QR_SLACK && pass.end <= now + QR_SECONDS + QR_SLACK ? pass : null
}
