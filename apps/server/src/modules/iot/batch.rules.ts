import { iotRefusals, type Skipped } from '@portal/contract/iot/iot'

// Which of several can be taken out of service or put back, and why the others are left as they are.

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
  /** Who is at its port now. */
  takenBy: string | null
}

/** Null: nothing speaks against it. */
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

/** One at a port: of several that were there the last. */
export const judgeRestored: Judge<ChosenUnit> = (u, all) => {
  if (!u.retired) return iotRefusals.UNIT_LIVE
  if (u.replaced) return iotRefusals.UNIT_REPLACED
  if (u.gatewayRetired) return iotRefusals.GATEWAY_RETIRED
  if (u.takenBy !== null) return `端口 ${u.number} 已由“${u.takenBy}”使用`
  const isLater = (o: ChosenUnit) =>
    o.gatewayId === u.gatewayId && o.number === u.number && o.id > u.id && o.retired && !o.replaced
  return all.some(isLater) ? iotRefusals.UNIT_TWICE : null
}
