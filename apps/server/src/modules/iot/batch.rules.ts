import { iotRefusals, type Skipped } from '@portal/contract/iot/iot'

// Decides which of several units can be retired or restored, and why the others are skipped.

interface Chosen {
  id: number
  name: string
}
export interface ChosenUnit extends Chosen {
  gatewayId: number
  number: number
  retired: boolean
  gatewayRetired: boolean
  replaced: boolean
  /** Name of the unit that uses its port now. */
  takenBy: string | null
}

/** Returns the reason against the change, or null if there is none. */
type Judge<T> = (one: T, all: readonly T[]) => string | null

export function divide<T extends Chosen>(
  chosen: readonly T[],
  judge: Judge<T>,
): { fit: T[]; skipped: Skipped[] } {
  const fit: T[] = []
  const skipped: Skipped[] = []
  for (const one of chosen) {
    const why = judge(one, chosen)
    if (why === null) fit.push(one)
    else skipped.push({ id: one.id, name: one.name, why })
  }
  return { fit, skipped }
}

export const judgeRetired: Judge<ChosenUnit> = (u) => (u.retired ? iotRefusals.UNIT_RETIRED : null)

/** A port holds one unit: of several chosen units of one port, the latest is restored. */
export const judgeRestored: Judge<ChosenUnit> = (u, all) => {
  if (!u.retired) return iotRefusals.UNIT_LIVE
  if (u.replaced) return iotRefusals.UNIT_REPLACED
  if (u.gatewayRetired) return iotRefusals.GATEWAY_RETIRED
  if (u.takenBy !== null) return `端口 ${u.number} 已由“${u.takenBy}”使用`
  const isLater = (o: ChosenUnit) =>
    o.gatewayId === u.gatewayId && o.number === u.number && o.id > u.id && o.retired && !o.replaced
  return all.some(isLater) ? iotRefusals.UNIT_TWICE : null
}
