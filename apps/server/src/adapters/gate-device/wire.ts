import { createHmac, timingSafeEqual } from 'node:crypto'

// What portal and gateways say to each other, and how each knows that the other said it (decision 090). Of no
// broker and no database: the portal, the simulator and their tests share it.

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
 * Devices of other makers say what they like below this, and sign nothing (decision 101): a place apart from
 * those that are believed for their mac.
 */
export const foreignPrefix = (gatewayId: number): string => `v/${gatewayId}/`
const FOREIGN = /^v\/([1-9]\d{0,14})\/([^#+]{1,200})$/
export function readForeign(topic: string): { gatewayId: number; topic: string } | null {
  const [, id, rest] = FOREIGN.exec(topic) ?? []
  return id && rest ? { gatewayId: Number(id), topic: rest } : null
}

/** How far it has come the portal says again and again; whatever else it says has to arrive. */
export const chooseQos = (kind: DownTopic): 0 | 1 => (kind === 'received' ? 0 : 1)
/** More is no word of a gateway. */
export const MOST_BYTES = 65_536

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text)
const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

/** The password with which a gateway comes to a broker: its key never travels again. */
export const makePassword = (key: Buffer): string => hmac(key, 'mqtt').digest('base64url')

/** `<mac>.<json>`; the mac is of the topic too, so that nothing can be moved to another. */
export function sign(key: Buffer, topic: string, says: object): string {
  const json = JSON.stringify(says)
  return `${hmac(key, `${topic}\n${json}`).digest('base64url')}.${json}`
}

/** What was said, if whoever holds the key said it on this topic. */
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

/** A contact of a gateway that speaks HTTP only: what it says, and what shows that it says it now. */
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

/** A card's number does not travel: a gateway compares what its own key makes of it. */
export const markCard = (key: Buffer, number: string): string =>
  hmac(key, `card\n${number}`).digest('base64url').slice(0, 22)

// ── The list ─────────────────────────────────────────────────────────────────

/** Who may enter a door, or a switch that may be on; times are seconds since 1970. */
export interface Entry {
  unit: number
  /** `b12` a booking, `g7` a grant of its own. */
  ref: string
  /** Null: nobody's, a switch that is on by an override. */
  user: number | null
  from: number
  to: number
  cards?: readonly string[]
}
export interface UnitRule {
  unit: number
  kind: string
  /** Of switches: warned so many seconds before, after which others, what is done without a valid list. */
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

/** So long a QR opens its door. */
export const QR_SECONDS = 25
/** A gateway's clock may be off by so much more. */
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
/** Null: not the portal's, too old, or good for longer than one ever is. */
export function readPass(key: Buffer, text: string, now: number): Pass | null {
  const [, said, gatewayId, unit, ref, user, end, mark] = PASS.exec(text) ?? []
  if (!said || !ref || !mark || !isSame(Buffer.from(mark, 'base64url'), passMark(key, said))) return null
  const pass = { gatewayId: Number(gatewayId), unit: Number(unit), ref, user: Number(user), end: Number(end) }
  return pass.end >= now - QR_SLACK && pass.end <= now + QR_SECONDS + QR_SLACK ? pass : null
}
