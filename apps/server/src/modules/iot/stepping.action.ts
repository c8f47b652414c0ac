import { OFF, stepSwitch, type Switched, type SwitchStep } from '../../adapters/gate-device/deciding.ts'
import type { UnitRule } from '../../adapters/gate-device/wire.ts'
import { RENEW_HOURS, type Right, type UnitTerms } from './grant.rules.ts'
import type { Kept } from './mapping.store.ts'

// A switch that holds no list (decision 107): the portal steps it as one of our gateways would, by the list
// that such a gateway would be sent at this moment.

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
export const makeRule = (t: UnitTerms): UnitRule => ({
  unit: t.number,
  kind: t.kind,
  warn: t.warnMinutes * 60,
  stage: t.stage,
  failSafe: t.failSafe,
})

/** The part of a switch's state that is stored. */
const keep = ({ ref, warnedOf, offAt }: Switched): Kept => ({ ref, warnedOf, offAt })

/** One step of a switch that is on: `did` is what to report or do, `kept` is what to store. */
export function stepForeign(
  rights: readonly Right[],
  terms: UnitTerms,
  kept: Kept | null,
  now: Date,
): { kept: Kept; did: SwitchStep['did'] } {
  const entries = rights
    .filter((r) => r.unitId === terms.unitId)
    .map((r) => ({
      unit: terms.number,
      ref: r.ref,
      user: r.userId,
      from: seconds(r.from),
      to: seconds(r.to),
    }))
  const at = seconds(now)
  const list = { seq: 1, at, until: at + RENEW_HOURS * 3600, units: [makeRule(terms)], entries }
  const before = kept ?? keep(OFF)
  // The right it is on for, now or last; it may have been pressed by hand before any grant began.
  const ref = entries.find((e) => e.from <= at && at < e.to)?.ref ?? before.ref
  const { next, did } = stepSwitch(list, makeRule(terms), { ...OFF, ...before, ref, on: true }, at)
  // The order is repeated at each step until the switch reports that it is off.
  if (did.some((d) => d.kind === 'switched_off'))
    return { kept: { ...before, ref, offAt: before.offAt ?? at }, did }
  return { kept: keep(next), did }
}
