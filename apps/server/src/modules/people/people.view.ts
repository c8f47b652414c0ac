import type { PersonRow } from '@portal/contract/people/people'
import type { Actor } from '../../kernel/ctx.ts'
import { allowedOn } from './people.rules.ts'
import type { PersonRecord } from './people.store.ts'

type Dated<T> = { [K in keyof T]: K extends 'createdTime' ? Date : K extends 'lastLoginAt' | 'suspendedUntil' ? Date | null : T[K] }

export function personOf(r: PersonRecord): Dated<Omit<PersonRow, 'can'>> {
  const { deptId, deptName, avatarFileId: _avatar, hasPassword: _password, permissions: _codes, ...rest } = r
  return { ...rest, dept: deptId === null ? null : { id: deptId, name: deptName ?? '' } }
}

export const personRowOf = (r: PersonRecord, actor: Actor) => ({ ...personOf(r), can: allowedOn(actor, r) })
