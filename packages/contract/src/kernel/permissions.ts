/**
 * Permission codes. `ADMIN` passes every check. Each family has its plain code and the variants ALL, VIEW and
 * EDIT.
 */
const families = [
  'OPEN_SETTING',
  'SUBSCRIBE_ORDER',
  'TEST_ORDER',
  'SETTLE_ORDER',
  'FINANCIAL',
  'GATE_MONITOR',
  'SHARE_CONTACT',
  'FEE_DEMONSTRATE',
  'NOTICE_MSG',
  'DEPART_OVERVIEW',
  'TEAM_BUILD',
  'GUIDE',
  'DOWNLOAD',
] as const
type Family = (typeof families)[number]
type FamilyCode = Family | `${Family}_${'ALL' | 'VIEW' | 'EDIT'}`

const singles = [
  'ADMIN',
  'SYSTEM_ADMIN',
  'DEPT_ALL1',
  'OPEN_SHARE_PAGE',
  'CONTENT_MANAGE_PAGE',
  'USER_SYSTEM_PAGE',
  'MONITOR_PAGE',
  'USER_ALL',
  'USER_SELECT',
  'ROLES_ALL',
  'ROLES_SELECT',
  'PERMISSION_ALL',
  'PERMISSION_SELECT',
  'DEVICE_ALL',
  'DEVICE_MANEGE_VIEW',
  'DEVICE_CATEGORY_ALL',
  'OPERATE_LOG_ALL',
  'OPERATE_LOG_EDIT',
  'EXCEPTION_LOG_ALL',
  'EXCEPTION_LOG_EDIT',
  'CACHE_ALL',
  'CACHE_EDIT',
  'CRONTAB_ALL',
  'CRONTAB_EDIT',
  'ICON_ALL',
  'LABORATORY_ALL',
  'LABORATORY_BASE_EDIT',
  'LABORATORY_INTRO_EDIT',
  'LABORATORY_DEVICE_EDIT',
  'LABORATORY_ROOM_EDIT',
  'LABORATORY_ADMIN_EDIT',
  'LABORATORY_AUDIT_EDIT',
  // Added by this product: for the offices that handle an instrument's life, from purchase to scrapping.
  'LIFECYCLE_PAGE',
  'PURCHASE_ALL',
  'TENDER_ALL',
  // Added by this product: for the people who publish the forms and processes that offices design.
  'FORM_ALL',
  'WORKFLOW_ALL',
] as const
export type Permission = FamilyCode | (typeof singles)[number]

const variants = (family: Family): FamilyCode[] => [
  family,
  `${family}_ALL`,
  `${family}_VIEW`,
  `${family}_EDIT`,
]
export const permissionCodes: readonly Permission[] = [...singles, ...families.flatMap(variants)]

/** Codes that may see a family's screens: any code of the family. */
export const view = (family: Family): readonly Permission[] => variants(family)
/** Codes that may change what a family's screens show. */
export const edit = (family: Family): readonly Permission[] => [`${family}_ALL`, `${family}_EDIT`]

/** Does a person with the codes `held` hold one of the wanted ones? `ADMIN` holds them all. */
export function holdsAny(
  held: ReadonlySet<string> | readonly string[],
  wanted: readonly Permission[],
): boolean {
  const set = held instanceof Set ? held : new Set(held as readonly string[])
  return set.has('ADMIN') || wanted.some((code) => set.has(code))
}

/** A person whose rights are judged. */
export interface Holder {
  permissions: ReadonlySet<string> | readonly string[]
  roles: readonly string[]
}
/** Does the person hold one of the permissions, or have one of the roles that open the same? */
export const isAdmitted = (
  { permissions, roles }: Holder,
  anyOf: readonly Permission[],
  orRoles: readonly string[] = [],
): boolean => holdsAny(permissions, anyOf) || orRoles.some((role) => roles.includes(role))
