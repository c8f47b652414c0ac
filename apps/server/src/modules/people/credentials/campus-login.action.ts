import type { RoleCode } from '@portal/contract/people/people'
import type { Subject } from '../../../adapters/sso/sso.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/refuse.ts'
import { gramsOf } from '../../../kernel/search.rules.ts'
import * as store from '../people.store.ts'
import { factsOf, usernameOf } from './subject.rules.ts'

const TEACHING = new Set(['2', '3'])

/**
 * Whose account a campus subject is. The first time it takes the campus account of its name, if an administrator has made one,
 * else it gets an account of its own. Never one that somebody from outside chose the name of.
 */
export async function accountOf(ctx: Ctx, { subject, attributes }: Subject): Promise<store.Login> {
  const username = usernameOf(subject)
  if (!username) throw fail('BAD_REQUEST', '统一身份认证的用户标识无法使用，请联系管理员')
  const facts = factsOf(subject, attributes)
  const known = (await store.loginBySubject(ctx.db, subject)) ?? (await store.link(ctx.db, username, subject))
  const account = known ?? (await add(ctx, username, subject, facts))
  if (known)
    await store.refresh(
      ctx.db,
      known.id,
      { name: facts.name, deptId: await deptOf(ctx, facts.depts), email: await freeEmail(ctx, facts.email) },
      gramsOf([facts.name, known.username], { people: true }),
      ctx.now,
    )
  return account
}

async function add(
  ctx: Ctx,
  username: string,
  subject: string,
  facts: ReturnType<typeof factsOf>,
): Promise<store.Login> {
  const userType = (await store.userTypeBy(ctx.db, facts.kinds)) ?? '1'
  const values = {
    name: facts.name,
    email: await freeEmail(ctx, facts.email),
    phone: null,
    deptId: await deptOf(ctx, facts.depts),
    userType,
    tier: 'campus' as const,
    onCampus: true,
    organization: null,
    enabled: true,
  }
  for (const name of [username, `${username}@sso`]) {
    const id = await store.addFromSso(
      ctx.db,
      name,
      subject,
      values,
      gramsOf([facts.name, name], { people: true }),
    )
    if (id === undefined) continue
    await store.giveRole(ctx.db, id, (TEACHING.has(userType) ? 'TEACHER' : 'STUDENT') satisfies RoleCode)
    return { id, username: name, name: facts.name, passwordHash: null, enabled: true }
  }
  // Another sign-in of the same person was a moment earlier.
  const meanwhile = await store.loginBySubject(ctx.db, subject)
  if (!meanwhile) throw fail('CONFLICT', '用户名已被占用，请联系管理员')
  return meanwhile
}

async function deptOf(ctx: Ctx, words: readonly string[]): Promise<number | null> {
  for (const word of words) {
    const id = await store.deptBy(ctx.db, word)
    if (id !== undefined) return id
  }
  return null
}

const freeEmail = async (ctx: Ctx, email: string | null): Promise<string | null> =>
  email && !(await store.loginByEmail(ctx.db, email)) ? email : null
