import { markCard, readPass, type Entry, type GrantList, type UnitRule } from './wire.ts'

// How a gateway decides, by the list it was sent and nothing else: what the simulator does, what one of our
// makers has to build, and what the portal does for switches that know no list. Times are seconds since 1970.

export type Presented = { card: string } | { qr: string }
export type Verdict = { open: true; entry: Entry } | { open: false; why: string }

const covers = (e: Entry, unit: number, now: number) => e.unit === unit && e.from <= now && now < e.to

/** Newer than what it has, or it is an old one said once more. */
export const takesList = (held: GrantList | null, offered: GrantList): boolean =>
  held === null || offered.seq > held.seq

export function judgeEntry(
  list: GrantList | null,
  { key, gatewayId, unit, now }: { key: Buffer; gatewayId: number; unit: number; now: number },
  shown: Presented,
): Verdict {
  const refuse = (why: string): Verdict => ({ open: false, why })
  if (list === null || now >= list.until) return refuse('stale')
  if ('qr' in shown) {
    const pass = readPass(key, shown.qr, now)
    if (!pass) return refuse('bad_qr')
    if (pass.gatewayId !== gatewayId || pass.unit !== unit) return refuse('other_door')
    const entry = list.entries.find((e) => covers(e, unit, now) && e.ref === pass.ref && e.user === pass.user)
    return entry ? { open: true, entry } : refuse('no_grant')
  }
  const mark = markCard(key, shown.card)
  const mine = list.entries.filter((e) => covers(e, unit, now) && e.cards?.includes(mark))
  // A booking first: that he came is told of it, and no power hangs on a grant of a door.
  const entry = mine.find((e) => e.ref.startsWith('b')) ?? mine[0]
  return entry ? { open: true, entry } : refuse('unknown_card')
}

export interface Switched {
  on: boolean
  /** The grant it was switched on for. */
  ref: string | null
  /** The end that people were warned of. */
  warnedOf: number | null
  /** When it is to go off, once it is no longer granted: one stage after another. */
  offAt: number | null
  /** Turned off by order while these were nobody's: they do not bring it back. */
  heldOff: readonly string[]
}
export const OFF: Switched = { on: false, ref: null, warnedOf: null, offAt: null, heldOff: [] }
/** Between one stage and the next. */
export const STAGE_SECONDS = 5

export interface SwitchDeed {
  kind: 'switched_on' | 'switched_off' | 'warned'
  way: 'grant' | 'end' | 'fail_safe'
  ref: string | null
}
export interface SwitchStep {
  next: Switched
  /** What is to be told, in this order. */
  did: readonly SwitchDeed[]
}

/** What a switch does as time passes, or as its list changes. */
export function stepSwitch(list: GrantList | null, rule: UnitRule, s: Switched, now: number): SwitchStep {
  const stay: SwitchStep = { next: s, did: [] }
  if (list === null || now >= list.until) {
    if (!s.on || rule.failSafe === 'stay') return stay
    return { next: OFF, did: [{ kind: 'switched_off', way: 'fail_safe', ref: s.ref }] }
  }
  const granted = list.entries.filter((e) => covers(e, rule.unit, now))
  if (!s.on) {
    const nobodys = granted.find((e) => e.user === null && !s.heldOff.includes(e.ref))
    if (!nobodys) return stay
    const next = { ...OFF, on: true, ref: nobodys.ref }
    return { next, did: [{ kind: 'switched_on', way: 'grant', ref: nobodys.ref }] }
  }
  const [first] = granted
  if (!first) {
    const offAt = s.offAt ?? now + rule.stage * STAGE_SECONDS
    if (now < offAt) return { next: { ...s, offAt }, did: [] }
    return { next: OFF, did: [{ kind: 'switched_off', way: 'end', ref: s.ref }] }
  }
  // The next booking begins before the grace of the last one ends: power stays, but whose it is changes.
  const isOver = s.ref !== null && !granted.some((e) => e.ref === s.ref)
  const ref = isOver ? first.ref : s.ref
  const end = Math.max(...granted.map((e) => e.to))
  const isWarned = end - now <= rule.warn && s.warnedOf !== end
  // All who lose their power then, whoever of them it was switched on for.
  const losing = new Set(granted.filter((e) => e.to === end).map((e) => e.ref))
  return {
    next: { ...s, ref, warnedOf: isWarned ? end : s.warnedOf, offAt: null },
    did: [
      ...(isOver ? ([{ kind: 'switched_off', way: 'end', ref: s.ref }] as const) : []),
      ...(isOver ? ([{ kind: 'switched_on', way: 'grant', ref }] as const) : []),
      ...(isWarned ? [...losing].map((r) => ({ kind: 'warned', way: 'grant', ref: r }) as const) : []),
    ],
  }
}

/** By order: the list that no longer says what kept it on is on its way. */
export const switchOff = (list: GrantList | null, unit: number, now: number): Switched => ({
  ...OFF,
  heldOff: list?.entries.filter((e) => covers(e, unit, now) && e.user === null).map((e) => e.ref) ?? [],
})

/** What goes on with whoever was let in: each switch once, by a right of his that holds at this door, too. */
export function listSwitches(list: GrantList, entry: Entry, now: number): Entry[] {
  const mine = list.entries.filter((e) => e.user === entry.user && e.from <= now && now < e.to)
  const refs = new Set(mine.filter((e) => e.unit === entry.unit).map((e) => e.ref))
  return list.units.flatMap((u) => {
    const rights = mine.filter((e) => e.unit === u.unit && refs.has(e.ref))
    const right = rights.find((e) => e.ref === entry.ref) ?? rights[0]
    return u.kind === 'air_switch' && right ? [right] : []
  })
}

/** A switch is never on without a grant: also when somebody orders it from afar. */
export const mayBeOn = (list: GrantList | null, unit: number, now: number): boolean =>
  list !== null && now < list.until && list.entries.some((e) => covers(e, unit, now))
