/** Roles whose rights are for the labs where somebody has a post. */
const LAB_ROLES: readonly string[] = ['LAB_DIRECTOR', 'LAB_ADMIN', 'REVIEWER']

/**
 * The dept on whose tree a back-office right counts, next to the labs where the person has a post: a dept's
 * people act on its tree, a lab's people on their labs. Whoever directs one lab has no business in another of
 * the same dept, unless he heads the dept. Rights that end in _ALL count for the whole campus and ask nothing
 * of this.
 */
export const deptInScope = (
  person: { deptId: number | null; roles: readonly string[] } | null,
): number | null =>
  person && (person.roles.includes('DEPT_HEAD') || !person.roles.some((r) => LAB_ROLES.includes(r)))
    ? person.deptId
    : null
