import { makeRef } from '@portal/contract/kernel/rows'
import { tierWords, type PersonRow } from '@portal/contract/people/people'
import type { Actor } from '../../kernel/ctx.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { actionsOn } from './people.rules.ts'
import type { NamedPerson, PersonRecord } from './people.store.ts'

type Dated<T> = {
  [K in keyof T]: K extends 'createdTime'
    ? Date
    : K extends 'lastLoginAt' | 'suspendedUntil'
      ? Date | null
      : T[K]
}

export function showPerson(r: PersonRecord): Dated<Omit<PersonRow, 'can'>> {
  const { deptId, deptName, avatarFileId: _avatar, hasPassword: _password, permissions: _codes, ...rest } = r
  return { ...rest, dept: makeRef(deptId, deptName) }
}

export const showPersonRow = (r: PersonRecord, actor: Actor) => ({
  ...showPerson(r),
  can: actionsOn(actor, r),
})

/** The columns of one person in a file of something else. */
export const listPersonColumns = <Row>(
  noun: string,
  find: (row: Row) => NamedPerson | null,
): SheetColumn<Row>[] => [
  { header: noun, width: 12, value: (row) => find(row)?.name ?? null },
  { header: `${noun}学工号`, width: 16, value: (row) => find(row)?.username ?? null },
  { header: `${noun}单位`, width: 24, value: (row) => find(row)?.unit ?? null },
]

/** Uses the import's headers, so that an exported file can be corrected and imported again. */
export function listColumns(
  zone: string,
  typeLabels: ReadonlyMap<string, string>,
): SheetColumn<PersonRecord>[] {
  const column = (
    header: string,
    width: number,
    value: (p: PersonRecord) => string | null,
  ): SheetColumn<PersonRecord> => ({ header, width, value })
  const time = (at: Date | null) => at && shownAt(at, zone)
  return [
    column('用户名', 18, (p) => p.username),
    column('姓名', 12, (p) => p.name),
    column('用户类型', 14, (p) => typeLabels.get(p.userType) ?? p.userType),
    column('单位', 28, (p) => p.deptName),
    column('邮箱', 28, (p) => p.email),
    column('电话', 16, (p) => p.phone),
    column('收费类别', 10, (p) => tierWords[p.tier]),
    column('校外单位', 28, (p) => p.organization),
    column('导师', 18, (p) => p.supervisor?.username ?? null),
    column('导师姓名', 12, (p) => p.supervisor?.name ?? null),
    column('角色', 28, (p) => p.roles.map((r) => r.name).join('、')),
    column('状态', 8, (p) => (p.enabled ? '启用' : '停用')),
    column('注册时间', 18, (p) => time(p.createdTime)),
    column('最近登录', 18, (p) => time(p.lastLoginAt)),
  ]
}
