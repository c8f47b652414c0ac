import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  markCard,
  QR_SECONDS,
  signPass,
  type GrantList,
  type UnitRule,
} from '../adapters/gate-device/wire.ts'
import {
  HORIZON_HOURS,
  listRights,
  RENEW_HOURS,
  type Booked,
  type Granted,
} from '../modules/iot/grant.rules.ts'
import type { Kept } from '../modules/iot/mapping.store.ts'
import { stepForeign } from '../modules/iot/stepping.action.ts'
import {
  judgeEntry,
  listSwitches,
  mayBeOn,
  OFF,
  stepSwitch,
  switchOff,
  type Switched,
} from '../adapters/gate-device/deciding.ts'

// Random bookings, cancellations, grants and outages over time. Nobody without a right gets in. Nobody with
// one stays out for longer than the gateway is offline. Power is on only within a grant.

const key = randomBytes(32)
const T0 = Date.UTC(2026, 2, 2)
const HOURS = 48
const door = { unitId: 1, number: 1, kind: 'door' as const, leadMinutes: 10, graceMinutes: 15 }
const power = { unitId: 2, number: 2, kind: 'air_switch' as const, leadMinutes: 0, graceMinutes: 5 }
const rule: UnitRule = { unit: 2, kind: 'air_switch', warn: 300, stage: 0, failSafe: 'off' }
const atMinute = (m: number) => new Date(T0 + m * 60_000)

interface Fact {
  user: number
  start: number
  minutes: number
  /** The minutes of booking and cancellation; `goneAt` is null if it is never cancelled. */
  madeAt: number
  goneAt: number | null
  granted: boolean
}
const facts = fc.array(
  fc
    .record({
      user: fc.integer({ min: 1, max: 3 }),
      start: fc.integer({ min: 0, max: HOURS * 60 }),
      minutes: fc.integer({ min: 10, max: 300 }),
      madeAt: fc.integer({ min: 0, max: HOURS * 60 }),
      goneAfter: fc.option(fc.integer({ min: 1, max: 600 }), { freq: 2 }),
      granted: fc.boolean(),
    })
    .map(({ goneAfter, ...f }): Fact => ({ ...f, goneAt: goneAfter === null ? null : f.madeAt + goneAfter })),
  { minLength: 1, maxLength: 6 },
)
/** Network outages of up to a day. */
const outages = fc.array(
  fc.record({ from: fc.integer({ min: 0, max: HOURS * 60 }), minutes: fc.integer({ min: 1, max: 24 * 60 }) }),
  { maxLength: 3 },
)

/** The rights that the portal knows at a minute. */
function rightsAt(all: readonly Fact[], minute: number) {
  const live = all.flatMap((f, i) =>
    f.madeAt <= minute && (f.goneAt === null || minute < f.goneAt) ? [{ ...f, id: i + 1 }] : [],
  )
  const booked = live
    .filter((f) => !f.granted)
    .flatMap((f): Booked[] =>
      [door, power].map((u) => ({
        ...u,
        bookingId: f.id,
        userId: f.user,
        startAt: atMinute(f.start),
        endAt: atMinute(f.start + f.minutes),
        finishedAt: null,
        askedTo: null,
      })),
    )
  const granted = live
    .filter((f) => f.granted)
    .map((f): Granted => ({
      ...door,
      grantId: f.id,
      grantKind: 'emergency',
      userId: f.user,
      fromAt: atMinute(f.start),
      toAt: atMinute(f.start + f.minutes),
      weekdays: null,
      fromMinute: null,
      toMinute: null,
    }))
  const now = atMinute(minute)
  const until = new Date(now.getTime() + HORIZON_HOURS * 3_600_000)
  return { now, until, rights: listRights(booked, granted, { now, until, zone: 'Asia/Shanghai' }) }
}
const seconds = (d: Date) => Math.floor(d.getTime() / 1000)
function listAt(all: readonly Fact[], minute: number, seq: number): GrantList {
  const { now, until, rights } = rightsAt(all, minute)
  return {
    seq,
    at: seconds(now),
    until: seconds(until),
    units: [rule],
    entries: rights.map((r) => ({
      unit: r.number,
      ref: r.ref,
      user: r.userId,
      from: seconds(r.from),
      to: seconds(r.to),
      cards: [markCard(key, `AA0${r.userId}`)],
    })),
  }
}

// Takes eight seconds when run alone.
test(
  'a gateway in touch is right at once; one that is not, by what it last heard',
  { timeout: 60_000 },
  () => {
    fc.assert(
      fc.property(facts, outages, (all, cuts) => {
        let held: GrantList | null = null
        let heardAt = -1
        let state: Switched = OFF
        for (let m = 0; m <= HOURS * 60; m += 5) {
          const inTouch = !cuts.some((c) => c.from <= m && m < c.from + c.minutes)
          if (inTouch) {
            held = listAt(all, m, m + 1)
            heardAt = m
          }
          const now = seconds(atMinute(m))
          // The gateway decides only by the list it last received, and only until that list expires, for
          // example when one outage follows another.
          const lasts = heardAt >= 0 && now < seconds(atMinute(heardAt + HORIZON_HOURS * 60))
          const known = lasts ? rightsAt(all, heardAt).rights : []
          for (const user of [1, 2, 3]) {
            const card = `AA0${user}`
            const { open } = judgeEntry(held, { key, gatewayId: 1, unit: 1, now }, { card })
            const should = known.some(
              (r) => r.number === 1 && r.userId === user && seconds(r.from) <= now && now < seconds(r.to),
            )
            expect(open).toBe(should)
            if (inTouch) {
              const true_ = rightsAt(all, m).rights
              expect(open).toBe(
                true_.some(
                  (r) => r.number === 1 && r.userId === user && seconds(r.from) <= now && now < seconds(r.to),
                ),
              )
            }
          }
          const { next } = stepSwitch(held, rule, state, now)
          // Turn the switch on at every step: it must only be on while it may be.
          state = !next.on && mayBeOn(held, 2, now) ? { ...OFF, on: true, ref: 'b1' } : next
          if (state.on) expect(mayBeOn(held, 2, now)).toBe(true)
        }
      }),
      {
        numRuns: 60,
        // Online at the first minute only, so its list expires in the middle of a booking.
        examples: [
          [
            [{ user: 1, start: 1969, minutes: 177, madeAt: 0, granted: false, goneAt: null }],
            [
              { from: 1, minutes: 1440 },
              { from: 1441, minutes: 1440 },
            ],
          ],
        ],
      },
    )
  },
)

test('a list that was renewed in time still knows everybody 24 hours after the network went', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: RENEW_HOURS * 60 }), (all, age) => {
      const known = all.map((f) => ({ ...f, madeAt: 0, goneAt: null }))
      const held = listAt(known, 0, 1)
      const later = age + 24 * 60
      const now = seconds(atMinute(later))
      for (const user of [1, 2, 3]) {
        const { open } = judgeEntry(held, { key, gatewayId: 1, unit: 1, now }, { card: `AA0${user}` })
        const should = rightsAt(known, later).rights.some(
          (r) => r.number === 1 && r.userId === user && seconds(r.from) <= now && now < seconds(r.to),
        )
        expect(open).toBe(should)
      }
    }),
    { numRuns: 200 },
  )
})

test('a QR is good for its door, its person and half a minute; nothing of it can be changed', () => {
  const all: Fact[] = [{ user: 1, start: 0, minutes: 600, madeAt: 0, goneAt: null, granted: false }]
  const list = listAt(all, 0, 1)
  const now = seconds(atMinute(1))
  const pass = { gatewayId: 1, unit: 1, ref: 'b1', user: 1, end: now + QR_SECONDS }
  const shown = (qr: string, at = now) => judgeEntry(list, { key, gatewayId: 1, unit: 1, now: at }, { qr })
  const qr = signPass(key, pass)
  expect(shown(qr).open).toBe(true)
  expect(shown(qr, now + 31)).toEqual({ open: false, why: 'bad_qr' })
  expect(shown(signPass(key, { ...pass, end: now + 3600 }))).toEqual({ open: false, why: 'bad_qr' })
  expect(shown(signPass(key, { ...pass, unit: 2 }))).toEqual({ open: false, why: 'other_door' })
  expect(shown(signPass(key, { ...pass, user: 2 }))).toEqual({ open: false, why: 'no_grant' })
  expect(shown(signPass(randomBytes(32), pass))).toEqual({ open: false, why: 'bad_qr' })
  fc.assert(
    fc.property(fc.nat(qr.length - 2), fc.constantFrom('0', '9', 'A', 'z', '.'), (i, c) => {
      if (qr[i] !== c) expect(shown(qr.slice(0, i) + c + qr.slice(i + 1)).open).toBe(false)
    }),
  )
})

test('a switch that knows no list: pressed at random, it has power within a right only', () => {
  const terms = { ...power, warnMinutes: 5, stage: 0, failSafe: 'off' as const }
  const presses = fc.array(fc.integer({ min: 0, max: HOURS * 60 }), { maxLength: 8 })
  fc.assert(
    fc.property(facts, presses, fc.array(fc.boolean(), { minLength: 7 }), (all, pressed, lost) => {
      let kept: Kept | null = null
      let on = false
      let warnedAt = -1
      let refused = 0
      for (let m = 0; m <= HOURS * 60; m++) {
        if (pressed.includes(m)) on = true
        if (!on) {
          kept = null
          continue
        }
        const { now, rights } = rightsAt(all, m)
        const granted = rights.filter((r) => r.number === 2 && r.from <= now && now < r.to)
        const step = stepForeign(rights, terms, kept, now)
        kept = step.kept
        const isOff = step.did.some((d) => d.kind === 'switched_off')
        if (step.did.some((d) => d.kind === 'warned')) warnedAt = m
        // It is turned off exactly when no grant covers it.
        expect(isOff).toBe(granted.length === 0)
        const end = Math.max(...granted.map((r) => r.to.getTime()))
        if (granted.length > 0 && end - now.getTime() <= 300_000) expect(m - warnedAt).toBeLessThanOrEqual(5)
        if (!isOff) continue
        // A command may be lost; the next step gives it again.
        refused++
        if (lost[refused % lost.length] !== true) on = false
      }
    }),
    { numRuns: 100 },
  )
})

test('power: a warning before the end, off one stage after another, and fail-safe as it was set', () => {
  const all: Fact[] = [{ user: 1, start: 0, minutes: 60, madeAt: 0, goneAt: null, granted: false }]
  const list = listAt(all, 0, 1)
  const on: Switched = { ...OFF, on: true, ref: 'b1' }
  const step = (minute: number, s = on, r = rule, l: GrantList | null = list) =>
    stepSwitch(l, r, s, seconds(atMinute(minute)))
  expect(step(30).did).toEqual([])
  const warned = step(61)
  expect(warned.did).toMatchObject([{ kind: 'warned' }])
  expect(step(62, warned.next).did).toEqual([])
  expect(step(65, warned.next).did).toMatchObject([{ kind: 'switched_off', way: 'end' }])
  const staged = step(65, warned.next, { ...rule, stage: 2 })
  expect(staged).toMatchObject({ did: [], next: { on: true } })
  expect(step(66, staged.next, { ...rule, stage: 2 }).did).toMatchObject([{ kind: 'switched_off' }])
  const gone = HORIZON_HOURS * 60
  expect(step(gone).did).toMatchObject([{ kind: 'switched_off', way: 'fail_safe' }])
  expect(step(gone, on, { ...rule, failSafe: 'stay' }).did).toEqual([])
})

test('power handed on from one booking to the next: each is told its own, and the second is warned', () => {
  const entries = [
    { unit: 2, ref: 'b1', user: 1, from: seconds(atMinute(0)), to: seconds(atMinute(75)) },
    { unit: 2, ref: 'b2', user: 2, from: seconds(atMinute(50)), to: seconds(atMinute(135)) },
    { unit: 2, ref: 'b2', user: 3, from: seconds(atMinute(50)), to: seconds(atMinute(135)) },
  ]
  const list = { ...listAt([], 0, 1), entries }
  let state: Switched = { ...OFF, on: true, ref: 'b1' }
  const told: string[] = []
  for (let m = 40; m <= 140; m++) {
    const { next, did } = stepSwitch(list, rule, state, seconds(atMinute(m)))
    state = next
    told.push(...did.map((d) => `${m} ${d.kind} ${d.way} ${d.ref}`))
  }
  expect(told).toEqual([
    '75 switched_off end b1',
    '75 switched_on grant b2',
    '130 warned grant b2',
    '135 switched_off end b2',
  ])
  // One late step, already within the warning time, reports all changes at once.
  const late = stepSwitch(list, rule, { ...OFF, on: true, ref: 'b1' }, seconds(atMinute(131)))
  expect(late.did.map((d) => `${d.kind} ${d.ref}`)).toEqual([
    'switched_off b1',
    'switched_on b2',
    'warned b2',
  ])
  // All users who share the instrument are warned before the power goes off, except b3, whose time is over.
  const seats = ['b1', 'b2', 'b3'].map((ref, i) => ({
    unit: 2,
    ref,
    user: i + 1,
    from: 0,
    to: i < 2 ? 600 : 300,
  }))
  const shared = stepSwitch({ ...list, entries: seats }, rule, { ...OFF, on: true, ref: 'b1' }, 299)
  expect(shared.did).toEqual([])
  const ending = stepSwitch({ ...list, entries: seats }, rule, { ...OFF, on: true, ref: 'b1' }, 301)
  expect(ending.did.map((d) => `${d.kind} ${d.ref}`)).toEqual(['warned b1', 'warned b2'])
})

test('whoever is let in has power at all he may use behind this door, by whichever of his rights', () => {
  const cards = [markCard(key, 'AA01')]
  const at = (unit: number, ref: string, user: number, more = {}) => ({
    unit,
    ref,
    user,
    from: 100,
    to: 300,
    ...(unit === 1 && { cards }),
    ...more,
  })
  const units: UnitRule[] = [2, 3, 4].map((unit) => ({ ...rule, unit }))
  const enter = (entries: GrantList['entries'], shown: { card: string } | { qr: string }) => {
    const list = { seq: 1, at: 0, until: 999, units, entries }
    const verdict = judgeEntry(list, { key, gatewayId: 1, unit: 1, now: 150 }, shown)
    if (!verdict.open) throw new Error(verdict.why)
    const on = listSwitches(list, verdict.entry, 150).map((e) => [e.unit, e.ref])
    return { ref: verdict.entry.ref, on }
  }
  const card = { card: 'AA01' }
  // The booking is used, although the user's grant at the door began earlier.
  const granted = [at(1, 'g7', 1, { from: 0 }), at(1, 'b12', 1), at(2, 'b12', 1)]
  expect(enter(granted, card)).toEqual({ ref: 'b12', on: [[2, 'b12']] })
  // Two bookings behind one door count; not those of others, behind another door, or past ones.
  const two = [
    at(1, 'b1', 1),
    at(1, 'b2', 1),
    at(1, 'b4', 1, { to: 120 }),
    at(2, 'b1', 1),
    at(2, 'b3', 2),
    at(3, 'b2', 1),
    at(4, 'b4', 1),
    at(4, 'b9', 1),
  ]
  const both = [
    [2, 'b1'],
    [3, 'b2'],
  ]
  expect(enter(two, card)).toEqual({ ref: 'b1', on: both })
  const qr = signPass(key, { gatewayId: 1, unit: 1, ref: 'b2', user: 1, end: 160 })
  expect(enter(two, { qr })).toEqual({ ref: 'b2', on: both })
  // If two rights cover one switch, the right that the user showed counts.
  const shared = [at(1, 'b1', 1), at(1, 'b2', 1), at(2, 'b1', 1), at(2, 'b2', 1)]
  expect(enter(shared, { qr })).toEqual({ ref: 'b2', on: [[2, 'b2']] })
})

test('turned off by order it stays off, also while the list still says that it is on for nobody', () => {
  const override = (ref: string) => ({ unit: 2, ref, user: null, from: 0, to: 900 })
  const mine = { unit: 2, ref: 'b1', user: 1, from: 0, to: 900 }
  const list = { ...listAt([], 0, 1), until: 9999, entries: [override('g1'), mine] }
  const off = switchOff(list, 2, 100)
  expect(stepSwitch(list, rule, off, 101)).toMatchObject({ did: [], next: { on: false } })
  // The command withdrew the override too; a grant given later counts.
  const later = { ...list, entries: [override('g2'), mine] }
  expect(stepSwitch(later, rule, off, 102).did).toEqual([{ kind: 'switched_on', way: 'grant', ref: 'g2' }])
})
