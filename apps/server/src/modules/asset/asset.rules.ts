// A person's standing on devices. Pure functions, so that a list of a thousand rows needs no further queries.

export interface World {
  userId: number
  /** Belongs to the equipment office, which may do everything in every lab. */
  office: boolean
  /** Labs that the person directs or administers. */
  ledLabIds: readonly number[]
  /** Labs of the depts that the person heads. */
  headedLabIds: readonly number[]
}
export interface Keeping {
  labId: number
  contactId: number | null
}

/** True for those who manage the device: the equipment office, the leaders of its lab and its contact. */
export const isRunBy = (w: World, d: Keeping): boolean =>
  w.office || d.contactId === w.userId || w.ledLabIds.includes(d.labId)
/**
 * True for those who may record its maintenance: also every member of its lab, and the person whom the plan
 * names.
 */
export const mayRecord = (w: World, d: Keeping & { roles: readonly unknown[] }, named: boolean): boolean =>
  isRunBy(w, d) || d.roles.length > 0 || named
/** True for those who may see its processes: those who manage it, and the heads of its dept. */
export const looksAfter = (w: World, d: Keeping): boolean => isRunBy(w, d) || w.headedLabIds.includes(d.labId)
/** All labs whose processes the person may see. */
export const seenLabs = (w: World): number[] => [...new Set([...w.ledLabIds, ...w.headedLabIds])]
/**
 * True if the person takes part in a stocktake. `depts`: depts whose stocktakes concern the person, null:
 * all; `deptId` null: a stocktake of the whole campus.
 */
export const takesPart = (w: World, depts: readonly number[] | null, deptId: number | null): boolean =>
  depts === null || (deptId === null ? seenLabs(w).length > 0 : depts.includes(deptId))
