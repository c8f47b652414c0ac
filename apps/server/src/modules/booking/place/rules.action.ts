import { defineCache, emptyCaches, type Asker } from '../../../kernel/cache.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { together } from '../../../kernel/together.ts'
import { readPolicyVersion } from '../../approval/approval.service.ts'
import * as store from './rules.store.ts'

// Every calendar view and every booking first reads the rules of an instrument. They are cached until they
// change (decision 108); a write based on cached rules names their versions.

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

/** The versions of the rules that judged a booking. */
export interface JudgedBy {
  device: number | null
  /**
   * Campus-wide versions, as read with each part of the rules: they are equal unless something changed in
   * between.
   */
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

/** Reads the rules from the database, for writes that do not check versions. */
export async function readRulesAfresh(ctx: Ctx, deviceId: number): Promise<KnownRules | undefined> {
  const [rules, days] = await together([store.findRules(ctx.db, deviceId), store.findCampusRules(ctx.db)])
  return withCampus(rules, days, days.version)
}

/** Reads the cached rules. Undefined: no such device. */
export async function readRules(ctx: Asker, deviceId: number): Promise<KnownRules | undefined> {
  // The version is read before the policy: the write then detects a change in between. Read afterwards, the
  // version could be newer than the policy, and an outdated policy would pass.
  const policyVersion = await readPolicyVersion(ctx)
  const days = await campus.get(ctx, '', store.findCampusRules)
  return withCampus(
    await devices.get(ctx, String(deviceId), (db) => store.findRules(db, deviceId)),
    days,
    policyVersion,
  )
}

/** True if the rules have changed since the booking was judged. */
export async function hasChanged(
  ctx: Ctx,
  deviceId: number,
  { device, campus: many }: JudgedBy,
): Promise<boolean> {
  const now = await store.findVersions(ctx.db, deviceId)
  return now.device !== device || many.some((version) => version !== now.campus)
}

/**
 * Empties the outdated caches and returns an error with SQLSTATE 40001, so that the whole call is retried as
 * after a serialization failure of PostgreSQL.
 */
export function judgedTooEarly(ctx: Ctx): Error {
  for (const name of ['device-rules', 'campus-rules', 'approval-policy']) emptyCaches(ctx.deps.live, name)
  return Object.assign(new Error('what it was judged by has changed'), { code: '40001' })
}
