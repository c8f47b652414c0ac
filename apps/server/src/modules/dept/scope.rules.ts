/** Roles whose rights apply only to the labs where the person has a post. */
const LAB_ROLES: readonly string[] = ['LAB_DIRECTOR', 'LAB_ADMIN', 'REVIEWER']

/**
 * The dept in whose tree a back-office right applies, in addition to the labs where the person has a post.
 * People with lab roles act on their labs only, not on other labs of the same dept, unless they head the
 * dept; other people act on their dept's tree. Rights that end in _ALL apply to the whole campus and do not
 * use this.
 */
export const deptInScope = (
  person: { deptId: number | null; roles: readonly string[] } | null,
): number | null =>
  person && (person.roles.includes('DEPT_HEAD') || !person.roles.some((r) => LAB_ROLES.includes(r)))
    ? person.deptId
    : null
