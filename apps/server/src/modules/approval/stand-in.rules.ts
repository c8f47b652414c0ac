/**
 * May this person act where a step names one person? The named person may; while the task waits (`waits`), so
 * may those it fell to when that account was closed (decision 031). `actable`: may act on what waits there.
 */
export const standsFor = (
  who: { userId: number; actable: boolean },
  personId: number,
  waits: boolean,
): boolean => who.userId === personId || (waits && who.actable)
