import { markCard, readPass, type Entry, type GrantList, type UnitRule } from './wire.ts'

// How a gateway decides, by nothing but the list it was sent. The simulator does this, a maker of gateways
// has to build it, and the portal does it for switches that know no list. Times are seconds since 1970.

export type Presented = { card: string } | { qr: string }
export type Verdict = { open: true; entry: Entry } | { open: false; why: string }

const covers = (e: Entry, unit: number, now: number) => e.unit === unit && e.from <= now && now < e.to

/** True if the offered list is newer than the held one; otherwise it is an old message that was repeated. */
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
  // A booking goes first: it records that the person came, and a grant of a door alone carries no power.
  const entry = mine.find((e) => e.ref.startsWith('b')) ?? mine[0]
  return entry ? { open: true, entry } : refuse('unknown_card')
}

export interface Switched {
  on: boolean
  /** The grant it was switched on for. */
  ref: string | null
  /** The end of power that people were warned of. */
  warnedOf: number | null
  /** When it switches off after its last grant has ended: the stages switch off one after another. */
  offAt: number | null
  /**
   * Overrides (grants without a user) that held when it was switched off by order: they
   * do not switch it on again.
   */
  heldOff: readonly string[]
}
export const OFF: Switched = { on: false, ref: null, warnedOf: null, offAt: null, heldOff: [] }
/** Seconds between one stage and the next. */
export const STAGE_SECONDS = 5

export interface SwitchDeed {
  kind: 'switched_on' | 'switched_off' | 'warned'
  way: 'grant' | 'end' | 'fail_safe'
  ref: string | null
}
export interface SwitchStep {
  next: Switched
  /** What the gateway reports, in this order. */
  did: readonly SwitchDeed[]
}

/** One step of a switch, as time passes or its list changes. */
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
  // The next booking begins before the grace time of the last one ends: power stays
  // on, but for the next grant.
  const isOver = s.ref !== null && !granted.some((e) => e.ref === s.ref)
  const ref = isOver ? first.ref : s.ref
  const end = Math.max(...granted.map((e) => e.to))
  const isWarned = end - now <= rule.warn && s.warnedOf !== end
  // All grants that lose power at that time, not only the one it was switched on for.
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

/** The state after an order to switch off; the new list without the grant is on its way. */
export const switchOff = (list: GrantList | null, unit: number, now: number): Switched => ({
  ...OFF,
  heldOff: list?.entries.filter((e) => covers(e, unit, now) && e.user === null).map((e) => e.ref) ?? [],
})

/**
 * The switches that go on when a person is let in, each once, by a grant of theirs that
 * also holds at this door.
 */
export function listSwitches(list: GrantList, entry: Entry, now: number): Entry[] {
  const mine = list.entries.filter((e) => e.user === entry.user && e.from <= now && now < e.to)
  const refs = new Set(mine.filter((e) => e.unit === entry.unit).map((e) => e.ref))
  return list.units.flatMap((u) => {
    const rights = mine.filter((e) => e.unit === u.unit && refs.has(e.ref))
    const right = rights.find((e) => e.ref === entry.ref) ?? rights[0]
    return u.kind === 'air_switch' && right ? [right] : []
  })
}

/**
 * True if the unit has a valid grant. A switch is never on without one, even if a person
 * switches it on remotely.
 */
export const mayBeOn = (list: GrantList | null, unit: number, now: number): boolean =>
  list !== null && now < list.until && list.entries.some((e) => covers(e, unit, now))
