import type { RoleCode } from '@portal/contract/people/people'
import type { Subject } from '../../../adapters/sso/sso.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/refuse.ts'
import { listGrams } from '../../../kernel/search.rules.ts'
import { listCodes } from '../../dictionary/dictionary.service.ts'
import { endHeadships } from '../headship.action.ts'
import * as store from '../people.store.ts'
import * as roleStore from '../roles.store.ts'
import * as logins from '../login.store.ts'
import { readFacts, toUsername } from './subject.rules.ts'

const TEACHING = new Set(['2', '3'])

/**
 * The account of a campus subject. On the first sign-in, a campus account of the same name that an
 * administrator made is linked; otherwise an account is created. An off-campus account is never linked,
 * because its owner chose the username.
 */
export async function openCampusAccount(ctx: Ctx, { subject, attributes }: Subject): Promise<logins.Login> {
  const username = toUsername(subject)
  if (!username) throw fail('BAD_REQUEST', '统一身份认证的用户标识无法使用，请联系管理员')
  const facts = readFacts(attributes)
  const known =
    (await logins.findLoginBySubject(ctx.db, subject)) ?? (await logins.linkSubject(ctx, username, subject))
  const account = known ?? (await addAccount(ctx, username, subject, facts))
  if (known) {
    const name = facts.name ?? known.name
    const changed = await logins.refreshFromCampus(
      ctx,
      known.id,
      {
        name,
        deptId: await findDept(ctx, facts.depts),
        email: await chooseFreeEmail(ctx, facts.email),
      },
      listGrams([name, known.username], { people: true }),
    )
    await endHeadships(ctx, changed)
  }
  return account
}

async function addAccount(
  ctx: Ctx,
  username: string,
  subject: string,
  facts: ReturnType<typeof readFacts>,
): Promise<logins.Login> {
  const types = await listCodes(ctx, 'campus_user_type')
  const userType = types.find((t) => [t.value, t.label].some((w) => facts.kinds.includes(w)))?.value ?? '1'
  const called = facts.name ?? subject.slice(0, 50)
  const values = {
    name: called,
    email: await chooseFreeEmail(ctx, facts.email),
    phone: null,
    deptId: await findDept(ctx, facts.depts),
    userType,
    tier: 'campus' as const,
    onCampus: true,
    organization: null,
    enabled: true,
  }
  for (const name of [username, `${username}@sso`]) {
    const id = await logins.addFromSso(
      ctx,
      name,
      subject,
      values,
      listGrams([called, name], { people: true }),
    )
    if (id === undefined) continue
    await roleStore.giveRole(ctx, id, (TEACHING.has(userType) ? 'TEACHER' : 'STUDENT') satisfies RoleCode)
    return { id, username: name, name: called, passwordHash: null, enabled: true }
  }
  // A concurrent sign-in of the same person has just created the account.
  const meanwhile = await logins.findLoginBySubject(ctx.db, subject)
  if (!meanwhile) throw fail('CONFLICT', '用户名已被占用，请联系管理员')
  return meanwhile
}

async function findDept(ctx: Ctx, words: readonly string[]): Promise<number | null> {
  for (const word of words) {
    const id = await store.findDept(ctx.db, word)
    if (id !== undefined) return id
  }
  return null
}

const chooseFreeEmail = async (ctx: Ctx, email: string | null): Promise<string | null> =>
  email && !(await logins.findLoginByEmail(ctx.db, email)) ? email : null
