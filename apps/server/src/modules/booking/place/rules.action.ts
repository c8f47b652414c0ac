import { defineCache, emptyCaches, type Asker } from '../../../kernel/cache.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { together } from '../../../kernel/together.ts'
import { readPolicyVersion } from '../../approval/approval.service.ts'
import * as store from './rules.store.ts'

// Everybody who looks at a calendar or books asks for the rules of an instrument first. They are kept as long
// as nothing of them changes (decision 108); who writes by them names their versions.

const devices = defineCache<store.DeviceRules | undefined>(
  {
    name: 'device-rules',
    title: '仪器开放规则与价格',
    tables: ['device_rules', 'campus_rules'],
    owned: { topic: 'device-rules' },
    strictly: true,
    seconds: 600,
    max: 5000,
  },
  (rules) => rules.deviceId,
)
const campus = defineCache<store.CampusRules>({
  name: 'campus-rules',
  title: '全校开放例外',
  tables: ['campus_rules'],
  strictly: true,
  seconds: 600,
  max: 1,
})

/** By which versions something was judged. */
export interface JudgedBy {
  device: number | null
  /** Of what holds for many, as each of the sides has read it: they are one, or something has changed. */
  campus: readonly number[]
}
export interface KnownRules {
  rules: store.DeviceRules
  judgedBy: JudgedBy
}

const withCampus = (
  rules: store.DeviceRules | undefined,
  days: store.CampusRules,
  policyVersion: number,
): KnownRules | undefined =>
  rules && {
    rules: { ...rules, exceptions: [...rules.exceptions, ...days.exceptions] },
    judgedBy: { device: rules.version, campus: [rules.campusVersion, days.version, policyVersion] },
  }

/** As the database has them in this moment: for who writes without naming versions. */
export async function readRulesAfresh(ctx: Ctx, deviceId: number): Promise<KnownRules | undefined> {
  const [rules, days] = await together([store.findRules(ctx.db, deviceId), store.findCampusRules(ctx.db)])
  return withCampus(rules, days, days.version)
}

/** Undefined: no such device. */
export async function readRules(ctx: Asker, deviceId: number): Promise<KnownRules | undefined> {
  // Before the policy itself is read: a newer one than was named is found out, an older one would not be.
  const policyVersion = await readPolicyVersion(ctx)
  const days = await campus.get(ctx, '', store.findCampusRules)
  return withCampus(
    await devices.get(ctx, String(deviceId), (db) => store.findRules(db, deviceId)),
    days,
    policyVersion,
  )
}

/** Nothing was written: is that because something has changed since it was judged? */
export async function hasChanged(
  ctx: Ctx,
  deviceId: number,
  { device, campus: many }: JudgedBy,
): Promise<boolean> {
  const now = await store.findVersions(ctx.db, deviceId)
  return now.device !== device || many.some((version) => version !== now.campus)
}

/**
 * What is kept is older than what the database has: it is read anew, and the whole call is tried again, as
 * after a serialization failure of PostgreSQL, which this is one of.
 */
export function judgedTooEarly(ctx: Ctx): Error {
  for (const name of ['device-rules', 'campus-rules', 'approval-policy']) emptyCaches(ctx.deps.live, name)
  return Object.assign(new Error('what it was judged by has changed'), { code: '40001' })
}
