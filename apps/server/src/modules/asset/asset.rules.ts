// Who is what to a device: judged with pencil and paper, so that a list of a thousand rows asks nothing more.

export interface World {
  userId: number
  /** Works for the equipment office, which may do everything in every lab. */
  office: boolean
  /** Labs the person directs or administers. */
  ledLabIds: readonly number[]
  /** Labs of the depts that the person heads. */
  headedLabIds: readonly number[]
}
export interface Keeping {
  labId: number
  contactId: number | null
}

/** May do with it what has to be done: the office, who leads its lab, who answers for it. */
export const isRunBy = (w: World, d: Keeping): boolean =>
  w.office || d.contactId === w.userId || w.ledLabIds.includes(d.labId)
/** May look at what is going on with it: those, and who heads its dept. */
export const looksAfter = (w: World, d: Keeping): boolean => isRunBy(w, d) || w.headedLabIds.includes(d.labId)
/** Every lab whose matters the person may see. */
export const seenLabs = (w: World): number[] => [...new Set([...w.ledLabIds, ...w.headedLabIds])]
/**
 * Keeps something that is counted there. `depts`: whose stock-takings
 * he takes part in, null: all; `deptId` null: the whole campus.
 */
export const takesPart = (w: World, depts: readonly number[] | null, deptId: number | null): boolean =>
  depts === null || (deptId === null ? seenLabs(w).length > 0 : depts.includes(deptId))
