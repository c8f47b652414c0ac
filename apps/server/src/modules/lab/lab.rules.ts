import { holdsAny, type Permission } from '@portal/contract/kernel/permissions'
import { labEdits, type LabEdit, type LabRole } from '@portal/contract/lab/lab'
import { listGrams, type Searchable } from '../../kernel/search.rules.ts'

/**
 * The permissions to change a part of a lab: one for the whole campus, and one for directors and
 * administrators in their own lab.
 */
const codes: Record<LabEdit, { campus: Permission; own: Permission }> = {
  base: { campus: 'LABORATORY_ALL', own: 'LABORATORY_BASE_EDIT' },
  intro: { campus: 'LABORATORY_ALL', own: 'LABORATORY_INTRO_EDIT' },
  device: { campus: 'DEVICE_ALL', own: 'LABORATORY_DEVICE_EDIT' },
  room: { campus: 'LABORATORY_ALL', own: 'LABORATORY_ROOM_EDIT' },
  admin: { campus: 'LABORATORY_ALL', own: 'LABORATORY_ADMIN_EDIT' },
  audit: { campus: 'LABORATORY_ALL', own: 'LABORATORY_AUDIT_EDIT' },
  opening: { campus: 'OPEN_SETTING_ALL', own: 'OPEN_SETTING_EDIT' },
}

/** The roles that lead a lab; other roles are mere membership. */
export const leadingRoles: readonly LabRole[] = ['lab_director', 'lab_admin']
const leads = (roles: readonly LabRole[]) => roles.some((role) => leadingRoles.includes(role))

export const editsEverywhere = (edit: LabEdit, held: ReadonlySet<string>): boolean =>
  holdsAny(held, [codes[edit].campus])
export const editsOwn = (edit: LabEdit, held: ReadonlySet<string>): boolean =>
  holdsAny(held, [codes[edit].own])

/** True if a person with these permissions and these roles in the lab may change this part of it. */
export const mayEdit = (edit: LabEdit, held: ReadonlySet<string>, roles: readonly LabRole[]): boolean =>
  editsEverywhere(edit, held) || (leads(roles) && editsOwn(edit, held))

export const listEdits = (held: ReadonlySet<string>, roles: readonly LabRole[]): LabEdit[] =>
  labEdits.filter((edit) => mayEdit(edit, held, roles))

/** The search grams of a lab. */
export const gramsOfLab = (lab: { name: string; serialId: string }): Searchable =>
  listGrams([lab.name, lab.serialId])
