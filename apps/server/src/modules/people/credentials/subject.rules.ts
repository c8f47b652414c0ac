/** The attribute names that universities use for each fact about a person. */
const names = {
  name: ['cn', 'name', 'displayName', 'userName', 'realName', 'xm'],
  email: ['mail', 'email', 'eduPersonMail', 'dzyx'],
  dept: ['departmentNumber', 'deptCode', 'dwdm', 'department', 'departmentName', 'deptName', 'dwmc', 'ou'],
  kind: ['userType', 'eduPersonAffiliation', 'identityType', 'categoryName', 'type', 'sflx', 'sflxmc'],
} as const

const words: Record<string, string> = {
  student: '学生',
  teacher: '教师',
  faculty: '教师',
  staff: '管理人员',
  employee: '管理人员',
}

const MAIL = /^[^\s@<>]{1,64}@[^\s@<>]{1,100}$/

export interface CampusFacts {
  /** Null if the campus sends none, as CAS 2.0 servers do. */
  name: string | null
  email: string | null
  /** Codes or names of depts, most likely first. */
  depts: string[]
  /** Values or labels of dictionary campus_user_type. */
  kinds: string[]
}

export function readFacts(attributes: Readonly<Record<string, readonly string[]>>): CampusFacts {
  const lower = new Map(Object.entries(attributes).map(([key, values]) => [key.toLowerCase(), values]))
  const all = (of: readonly string[]) =>
    of
      .flatMap((key) => lower.get(key.toLowerCase()) ?? [])
      .map((v) => v.replace(/\p{Cc}/gu, '').trim())
      .filter(Boolean)
  const email = all(names.email)
    .map((v) => v.toLowerCase())
    .find((v) => MAIL.test(v))
  return {
    name: all(names.name)[0]?.slice(0, 50) ?? null,
    email: email ?? null,
    depts: all(names.dept).slice(0, 5),
    kinds: all(names.kind)
      .slice(0, 5)
      .map((v) => words[v.toLowerCase()] ?? v),
  }
}

/** The subject as a valid username of the portal; undefined if it cannot be one. */
export function toUsername(subject: string): string | undefined {
  const username = subject.trim().toLowerCase()
  return /^[a-z0-9][a-z0-9._@-]{0,63}$/.test(username) ? username : undefined
}
