/**
 * Is it this person's turn where a step asks for one by name? His, and, while the task waits (`waits`),
 * whoever it fell to when his account was closed (decision 031). `actable`: may act on what waits there.
 */
export const standsFor = (
  who: { userId: number; actable: boolean },
  personId: number,
  waits: boolean,
): boolean => who.userId === personId || (waits && who.actable)
