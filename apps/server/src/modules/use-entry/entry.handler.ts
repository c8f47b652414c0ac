import { besidesIn } from '@portal/contract/use-ledger/training'
import type { Parsed } from '@portal/contract/kernel/call'
import { entryRefusals, type useEntryCalls } from '@portal/contract/use-entry/use-entry'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { requireKnownPurpose } from '../booking/booking.service.ts'
import { attach as attachFiles, showAttachment, keep } from '../file/file.service.ts'
import { findTier } from '../price-plan/quote.rules.ts'
import { readKeeper, requireKept, requireLabThen, readEntry } from './entry.action.ts'
import * as store from './entry.store.ts'
import { firstStart, judgeTimes, lastEnd, formatMultirange } from './use-entry.rules.ts'

// Enters and revokes uses by hand. An entry is never changed.

/** Uploads documents for a form that is not submitted yet. */
export async function attach(ctx: Ctx) {
  const kept = []
  for (const file of ctx.files)
    kept.push(showAttachment(await keep(ctx, file, { business: 'use_entry', visibility: 'private' })))
  return kept
}

export async function judge(ctx: Ctx, { body }: Parsed<typeof useEntryCalls.judge>) {
  const device = await requireKept(ctx, body.deviceId)
  const [known, lab] = await Promise.all([
    store.knownUses(ctx.db, device.id, formatMultirange(body.intervals)),
    requireLabThen(ctx, device.id, firstStart(body.intervals)),
  ])
  return {
    known: known.map((k) => ({ ...k, endAt: k.endAt ?? ctx.now })),
    ...judgeTimes(known, body.intervals, device.capacity),
    lab: { id: lab.id, name: lab.name },
  }
}

export async function create(ctx: Ctx, { body }: Parsed<typeof useEntryCalls.create>) {
  const device = await requireKept(ctx, body.deviceId)
  if (lastEnd(body.intervals) > ctx.now)
    throw refuseField('intervals', entryRefusals.ENTRY_FUTURE, 'ENTRY_FUTURE')
  await requireKnownPurpose(ctx, body)
  const [lab, who] = await Promise.all([
    requireLabThen(ctx, device.id, firstStart(body.intervals)),
    findWho(ctx, body),
  ])
  if (body.replaces) await requireReplaceable(ctx, body.replaces, device.id)
  const { paperIds, intervals, outsideTier: _, ...said } = body
  const id = await addClear(ctx, {
    ...said,
    ...besidesIn(body),
    ...who,
    tier: who.user ? findTier(who.user, lab.deptId) : (body.outsideTier ?? 'company'),
    deviceId: device.id,
    labId: lab.id,
    deptId: lab.deptId,
    nature: body.nature ?? null,
    replaces: body.replaces ?? null,
    work: formatMultirange(intervals),
  })
  ctx.target = `use_entry ${id}`
  await attachFiles(ctx, paperIds, 'use_entry', id)
  return readEntry(ctx, id)
}

/**
 * The user as of now: a person with an account, or only a name. A person who has left since is read from the
 * replaced entry, because revoking that removed their hours.
 */
async function findWho(ctx: Ctx, body: Parsed<typeof useEntryCalls.create>['body']) {
  const nobody = { user: null, userId: null, userDeptId: null, userType: null, payerId: null }
  if (body.userId == null) return nobody
  const user =
    (await store.findUser(ctx.db, body.userId)) ??
    (body.replaces == null ? undefined : await store.findUserOfEntry(ctx.db, body.replaces, body.userId))
  if (!user) throw refuseField('userId', entryRefusals.ENTRY_USER_UNKNOWN, 'ENTRY_USER_UNKNOWN')
  return {
    user,
    userId: user.id,
    userDeptId: user.deptId,
    userType: user.userType,
    payerId: user.payerId,
  }
}

async function requireReplaceable(ctx: Ctx, id: number, deviceId: number): Promise<void> {
  const before = await store.find(ctx.db, id, readKeeper(ctx))
  if (!before || before.deviceId !== deviceId || before.revokedAt === null || before.replacedBy !== null)
    throw refuseField('replaces', entryRefusals.ENTRY_NOT_REVOKED, 'ENTRY_NOT_REVOKED')
}

/**
 * Adds the entry; the database ensures that no other known use overlaps it, concurrent entries included
 * (409).
 */
async function addClear(ctx: Ctx, entry: store.NewEntry): Promise<number> {
  try {
    return await attempt(ctx, () => store.add(ctx, entry))
  } catch (e) {
    if (violates(e, 'use_entry_replaces_key'))
      throw refuseField('replaces', entryRefusals.ENTRY_NOT_REVOKED, 'ENTRY_NOT_REVOKED')
    if (!violates(e, 'use_entry_overlaps')) throw e
    const message = entryRefusals.ENTRY_OVERLAPS
    throw refuse('ENTRY_OVERLAPS', message, {
      status: 409,
      reasons: [{ code: 'ENTRY_OVERLAPS', message, field: 'overlapReason' }],
    })
  }
}

export async function revoke(ctx: Ctx, { params, body }: Parsed<typeof useEntryCalls.revoke>) {
  const entry = await store.find(ctx.db, params.id, readKeeper(ctx))
  ctx.allow(entry?.kept ?? false)
  if (!entry) throw notFound('使用登记')
  ctx.target = `use_entry ${entry.id}`
  if (!(await store.revoke(ctx, entry.id, body.reason)))
    throw refuse('ENTRY_REVOKED', entryRefusals.ENTRY_REVOKED, { status: 409 })
  return readEntry(ctx, entry.id)
}
