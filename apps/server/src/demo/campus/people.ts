import { hashPassword } from '../../adapters/hashing/passwords.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { cast, DEMO_PASSWORD, type CastMember } from '../cast.ts'
import { Random } from '../random.ts'
import type { Frame, Lab, Places, Role, User } from './model.ts'
import { companies, givenNames, schools, surnames } from './words.ts'

const COLLEGES = ['201', '202', '203', '204', '205', '206', '207', '208'] as const
const CENTRES = ['301', '302'] as const

/** Weights per 100 people outside the cast. */
const mix: readonly (readonly [number, Role])[] = [
  [56, 'student'],
  [22, 'teacher'],
  [10, 'technician'],
  [12, 'outside'],
]
/** Values of dictionary campus_user_type. */
const typeOf: Record<Role, string> = {
  student: '1',
  teacher: '2',
  technician: '3',
  office: '4',
  outside: '5',
}
const codeOf: Record<Role, string> = {
  student: 'STUDENT',
  teacher: 'TEACHER',
  technician: 'REVIEWER',
  office: 'EQUIP_OFFICE',
  outside: 'OFF_CAMPUS',
}
const prefixOf: Record<Role, string> = {
  student: '2024',
  teacher: 't',
  technician: 'y',
  office: 'g',
  outside: 'w',
}

const findPhone = (id: number) => `1380000${String(id % 10_000).padStart(4, '0')}`
const findRole = (member: CastMember): Role =>
  member.tier
    ? 'outside'
    : member.userType === '1'
      ? 'student'
      : member.userType === '2'
        ? 'teacher'
        : member.userType === '3'
          ? 'technician'
          : 'office'

/**
 * The cast first, then others up to `counts.users` people. All share one password, so its hash is computed
 * once.
 */
export async function fillPeople(copier: Copier, frame: Frame, places: Places): Promise<User[]> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const people = [...castPeople(places), ...crowd(frame.counts.users - cast.length, places)]
  const random = new Random('accounts')
  const userRows = copier.table('user_account', [
    'id',
    'username',
    'name',
    'password_hash',
    'email',
    'phone',
    'dept_id',
    'user_type',
    'tier',
    'on_campus',
    'organization',
    'suspended_until',
    'suspended_reason',
    'cas_subject',
    'supervisor_id',
    'created_at',
    'updated_at',
    'search_text',
    'search_grams',
  ])
  for (const p of people) {
    const { text, grams } = listGrams([p.name, p.username, p.organization], { people: true })
    const created = addMinutes(frame.now, -random.int(400, 1200) * 1440)
    const suspended = !p.cast && p.role === 'student' && random.chance(0.02)
    userRows.add({
      id: p.id,
      username: p.username,
      name: p.name,
      password_hash: passwordHash,
      email: `${p.username}@jzu.example`,
      phone: p.phone,
      dept_id: p.deptId,
      user_type: p.userType,
      tier: p.tier,
      on_campus: p.tier === 'campus',
      organization: p.organization,
      suspended_until: suspended ? addMinutes(frame.now, random.int(2, 12) * 1440) : null,
      suspended_reason: suspended ? '90 天内累计 3 次违约' : null,
      cas_subject: p.tier === 'campus' ? p.username : null,
      supervisor_id: p.supervisorId,
      created_at: created,
      updated_at: created,
      search_text: text,
      search_grams: grams,
    })
    await copier.flushFull()
  }
  await copier.flush()
  return people
}

function castPeople({ depts }: Places): User[] {
  return (cast as readonly CastMember[]).map((m, i) => ({
    id: i + 1,
    username: m.username,
    name: m.name,
    phone: findPhone(i + 1),
    role: findRole(m),
    tier: m.tier ?? 'campus',
    userType: m.userType,
    deptCode: m.dept,
    deptId: depts.find((d) => d.code === m.dept)?.id ?? null,
    roles: m.roles,
    organization: m.organization ?? null,
    cast: true,
    supervisorId: m.userType === '1' ? cast.findIndex((c) => c.username === 'payer') + 1 : null,
  }))
}

function crowd(count: number, { depts }: Places): User[] {
  const random = new Random('people')
  const names = new Set<string>(cast.map((c) => c.name))
  const people: User[] = []
  for (let i = 0; i < count; i++) {
    // The first people ensure that every college has teachers and technicians, even on a small campus.
    const role =
      i < COLLEGES.length * 2
        ? 'teacher'
        : i < COLLEGES.length * 3 + CENTRES.length
          ? 'technician'
          : random.weighted(mix)
    const deptCode = role === 'outside' ? null : deptFor(role, i, random)
    const outside =
      role === 'outside'
        ? random.pick([
            ['school', schools],
            ['company', companies],
          ] as const)
        : null
    const id = cast.length + i + 1
    people.push({
      id,
      role,
      deptCode,
      phone: findPhone(id),
      name: newName(random, names),
      username: `${prefixOf[role]}${String(id).padStart(6, '0')}`,
      tier: outside?.[0] ?? 'campus',
      userType: typeOf[role],
      deptId: depts.find((d) => d.code === deptCode)?.id ?? null,
      roles: [codeOf[role]],
      organization: outside ? random.pick(outside[1]) : null,
      cast: false,
      supervisorId: null,
    })
  }
  const teachers = Map.groupBy(
    people.filter((p) => p.role === 'teacher'),
    (p) => p.deptCode,
  )
  for (const student of people) {
    if (student.role === 'student')
      student.supervisorId = random.pick(teachers.get(student.deptCode) ?? []).id
  }
  return people
}

function deptFor(role: Role, i: number, random: Random): string {
  const all = role === 'technician' ? [...COLLEGES, ...CENTRES] : COLLEGES
  // the index is below the length
  return i < COLLEGES.length * 3 + CENTRES.length ? all[i % all.length]! : random.pick(all)
}

function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const name = random.pick(surnames) + random.pick(givenNames)
    // Names may repeat among thousands of people, not among the first few hundred.
    if (taken.size > 3000 || !taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** Roles of all people, and the roles that belong to posts in a laboratory. */
export function fillRoles(
  copier: Copier,
  people: readonly User[],
  labs: readonly Lab[],
  roleIds: ReadonlyMap<string, number>,
): void {
  const rows = copier.table('user_role', ['user_id', 'role_id'])
  const codes = new Map(people.map((p) => [p.id, new Set(p.roles)]))
  for (const lab of labs) {
    codes.get(lab.directorId)?.add('LAB_DIRECTOR')
    codes.get(lab.adminId)?.add('LAB_ADMIN')
    for (const id of lab.reviewerIds) codes.get(id)?.add('REVIEWER')
  }
  for (const [userId, held] of codes)
    for (const code of held) rows.add({ user_id: userId, role_id: roleIds.get(code) })
}
