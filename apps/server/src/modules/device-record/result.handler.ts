import { makeRef } from '@portal/contract/kernel/rows'
import type { achievementCalls } from '@portal/contract/device-record/achievements'
import {
  achievementKindWords,
  achievementLevelWords,
  claimStateWords,
  recordRefusals,
} from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { sayWhoWasFirst } from '../../kernel/too-late.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { exported, type ListColumn } from '../../kernel/sheet.ts'
import * as approval from '../approval/approval.service.ts'
import { requireCanAny } from '../device/device.service.ts'
import { readKeeping, keepOne } from './achievement.action.ts'
import * as store from './achievement.store.ts'

// Results that users enter for their group, and their confirmation by the keepers of the instruments.

const KEEPERS = ['edit', 'review'] as const

/** Rows with the instruments they name. `visible`: which claims are shown. */
async function withClaims(
  ctx: Ctx,
  rows: readonly store.Achievement[],
  visible: (c: store.ClaimRow, r: store.Achievement) => boolean,
) {
  const claims = await store.claims(
    ctx.db,
    rows.map((r) => r.id),
    await readKeeping(ctx),
  )
  const byRow = Map.groupBy(claims, (c) => c.achievementId)
  return rows.map(({ ownerId, ownerName, ...r }) => {
    const all = byRow.get(r.id) ?? []
    const mine = ownerId === ctx.me.id
    const confirmed = all.some((c) => c.state === 'confirmed')
    const shown = all.filter((c) => visible(c, { ...r, ownerId, ownerName }))
    return {
      ...r,
      owner: makeRef(ownerId, ownerName),
      claims: shown.map((c) => ({
        device: { id: c.deviceId, name: c.deviceName, serialId: c.serialId },
        thanked: c.thanked,
        state: c.state,
        reason: c.reason,
        mayJudge: c.kept,
      })),
      can: [
        ...(mine ? (['edit'] as const) : []),
        ...(mine && !confirmed ? (['remove'] as const) : []),
        ...(shown.some((c) => c.kept) ? (['judge'] as const) : []),
      ],
    }
  })
}

const wantedBy = (q: Parsed<typeof achievementCalls.myResults>['query']): store.Wanted => ({
  kind: q.kind ?? null,
  keyword: q.keyword,
  state: q.state ?? null,
  id: q.id ?? null,
  from: q.from ?? null,
  to: q.to ?? null,
})

export async function listMine(ctx: Ctx, { query: q }: Parsed<typeof achievementCalls.myResults>) {
  const { items, total } = await store.listMine(ctx.db, ctx.me.id, wantedBy(q), q)
  return { items: await withClaims(ctx, items, () => true), total }
}

export async function listKept(ctx: Ctx, { query: q }: Parsed<typeof achievementCalls.results>) {
  const wanted = {
    ...wantedBy(q),
    labId: q.labId ?? null,
    deviceId: q.deviceId ?? null,
    thanked: q.thanked ?? null,
  }
  const { items, total } = await store.listKept(ctx.db, await readKeeping(ctx), wanted, q)
  // Unconfirmed claims on instruments that the caller does not keep are hidden.
  return { items: await withClaims(ctx, items, (c) => c.kept || c.state === 'confirmed'), total }
}

export const listUsedDevices = (ctx: Ctx) => store.listUsed(ctx.db, ctx.me.id)

export async function save(
  ctx: Ctx,
  { body: { id, devices, ...said } }: Parsed<typeof achievementCalls.saveResult>,
) {
  const deviceIds = devices.map((d) => d.deviceId)
  const before = id ? await requireOwn(ctx, id) : []
  const added = deviceIds.filter((d) => !before.some((c) => c.deviceId === d))
  const used = new Set(await store.usedAmong(ctx.db, ctx.me.id, added))
  const isAllUsed = added.every((d) => used.has(d))
  // An unused instrument is an error at its field; if none of the instruments was used, the caller lacks the
  // right.
  ctx.allow(isAllUsed || Boolean(id) || used.size > 0, recordRefusals.ACHIEVEMENT_NOT_USED)
  if (!isAllUsed) throw refuseField('devices', recordRefusals.ACHIEVEMENT_NOT_USED, 'ACHIEVEMENT_NOT_USED')
  const kept = await keepOne(ctx, id ?? null, said, ctx.me.id)
  ctx.target = `device_achievement ${kept}`
  await store.setClaims(
    ctx,
    kept,
    devices.map((d) => ({ ...d, confirmed: false })),
  )
  // Keepers who have not judged it yet were asked already and will read the new version.
  const waiting = new Set(before.filter((c) => c.state === 'awaiting').map((c) => c.deviceId))
  await tellKeepers(
    ctx,
    { id: kept, title: said.title },
    deviceIds.filter((d) => !waiting.has(d)),
  )
  return { id: kept }
}

async function requireOwn(ctx: Ctx, id: number): Promise<store.ClaimRow[]> {
  await store.lock(ctx, id)
  const found = await store.find(ctx.db, id)
  ctx.allow(found !== undefined && found.ownerId === ctx.me.id)
  if (!found) throw notFound('成果')
  return store.claims(ctx.db, [id], await readKeeping(ctx))
}

/** Sends one message per keeper, however many of their instruments the result names. */
async function tellKeepers(
  ctx: Ctx,
  { id, title }: { id: number; title: string },
  deviceIds: readonly number[],
): Promise<void> {
  const asked = await approval.findPeople(
    ctx,
    deviceIds.map((deviceId) => ({ role: 'reviewer', labId: null, deviceId, exceptUserId: ctx.me.id })),
  )
  const userIds = [...new Set(asked.flatMap((a) => a.ids))]
  if (userIds.length === 0) return
  await tell(ctx, {
    kind: 'system',
    userIds,
    exceptUserId: ctx.me.id,
    title: '有成果待确认',
    body: `${ctx.me.name} 登记了成果“${title}”，请确认是否使用了您负责的仪器。`,
    link: `/account/results?view=kept&id=${id}`,
  })
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof achievementCalls.removeResult>) {
  const claims = await requireOwn(ctx, params.id)
  if (claims.some((c) => c.state === 'confirmed'))
    throw refuse('ACHIEVEMENT_CONFIRMED', recordRefusals.ACHIEVEMENT_CONFIRMED, { status: 409 })
  await store.remove(ctx, params.id)
  return null
}

export async function judge(ctx: Ctx, { params, body }: Parsed<typeof achievementCalls.judgeResult>) {
  await requireCanAny(ctx, body.deviceId, KEEPERS)
  await store.lock(ctx, params.id)
  const found = await store.find(ctx.db, params.id)
  const state = body.verdict === 'confirm' ? 'confirmed' : 'refused'
  const reason = state === 'refused' ? body.reason : null
  if (!found) throw notFound('成果')
  if (!(await store.judge(ctx, params.id, body.deviceId, { from: body.state, state, reason })))
    throw await explainMissed(ctx, params.id, body.deviceId)
  ctx.target = `device_achievement ${params.id}`
  if (found.ownerId !== null)
    await tell(ctx, {
      kind: 'system',
      userIds: [found.ownerId],
      exceptUserId: ctx.me.id,
      title: state === 'confirmed' ? '成果已确认' : '成果未予确认',
      body: `“${found.title}”${state === 'confirmed' ? '已由仪器管理员确认' : `未予确认：${reason ?? ''}`}。`,
      link: `/account/results?id=${params.id}`,
    })
  const [row] = await withClaims(ctx, [found], (c) => c.kept || c.state === 'confirmed')
  if (!row) throw notFound('成果')
  return row
}

/**
 * The reason why a judgement failed: the result does not name this instrument, or another keeper, whom the
 * message names, judged it first.
 */
async function explainMissed(ctx: Ctx, id: number, deviceId: number): Promise<Error> {
  const claim = await store.judgedBy(ctx.db, id, deviceId)
  if (!claim) return notFound('成果')
  const { judge, judgedAt } = claim
  return sayWhoWasFirst(ctx, judge !== null && judgedAt !== null ? { actor: judge, at: judgedAt } : undefined)
}

// ── Files ────────────────────────────────────────────────────────────────────

type Row = Awaited<ReturnType<typeof listMine>>['items'][number]
const thankedWord = (thanked: boolean | null) => (thanked === null ? '未说明' : thanked ? '是' : '否')
const columns: ListColumn<Row>[] = [
  { header: '成果名称', width: 40, value: (r) => r.title },
  { header: '类型', value: (r) => achievementKindWords[r.kind] },
  { header: '级别', value: (r) => r.level && achievementLevelWords[r.level] },
  { header: '完成人', width: 24, value: (r) => r.people },
  { header: '来源', width: 24, value: (r) => r.source },
  { header: '编号', width: 24, value: (r) => r.number },
  { header: '取得日期', value: (r) => r.achievedOn },
  { header: '仪器', width: 40, value: (r) => r.claims.map((c) => c.device.name).join('、') },
  { header: '资产编号', width: 24, value: (r) => r.claims.map((c) => c.device.serialId).join('、') },
  { header: '致谢仪器', value: (r) => r.claims.map((c) => thankedWord(c.thanked)).join('、') },
  { header: '状态', value: (r) => r.claims.map((c) => claimStateWords[c.state]).join('、') },
  { header: '登记人', value: (r) => r.owner?.name },
  { header: '备注', width: 30, value: (r) => r.remark },
]
export const exportMine = exported('我登记的成果', listMine, columns)
export const exportKept = exported('仪器成果', listKept, columns)
