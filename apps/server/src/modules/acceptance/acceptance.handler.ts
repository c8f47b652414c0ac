import type { AcceptanceFilters, acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import {
  acceptanceNumber,
  acceptanceScaleWords,
  acceptanceStateWords,
} from '@portal/contract/acceptance/acceptance'
import type { Parsed } from '@portal/contract/kernel/call'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { notFound } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf, type SheetColumn } from '../../kernel/sheet.ts'
import { localOf, shownAt, spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { headedDepts } from '../dept/dept.service.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import type { AcceptanceProcess } from './acceptance.flow.ts'
import { acceptances, mayMake, readStanding, type Standing } from './acceptance.process.ts'
import { cosignersOf } from './acceptance.rules.ts'
import * as store from './acceptance.store.ts'
import { detailOf, rowOf } from './acceptance.view.ts'
import * as listStore from './list.store.ts'

export async function showDetail(
  ctx: Ctx,
  a: store.Acceptance,
  roles: ReadonlySet<AcceptanceProcess['role']>,
) {
  const [stage, imports, checks, pieces, outside, members, pictures, trail, numbers] = await together([
    purchase.stageOf(ctx, a.purchaseId),
    store.itemIds(ctx.db, a.id).then((ids) => purchase.importsOf(ctx, a.purchaseId, ids)),
    store.checks(ctx.db, a.id),
    store.pieces(ctx.db, a.id),
    a.state === 'draft' || a.state === 'cancelled' ? store.free(ctx.db, a.purchaseId) : Promise.resolve([]),
    store.members(ctx.db, a.id),
    file.filesOf(ctx, 'acceptance', [a.id]),
    acceptances.trailOf(ctx, a, (key) => key !== 'dept_head' || (a.steps?.includes(key) ?? false)),
    dictionary.numbersOf(ctx, cosignerNumbers),
  ])
  const again = a.state === 'cancelled' && outside.length > 0 && (await mayMake(ctx, a.requesterId))
  const membersMin =
    a.state === 'draft' ? cosignersToday(a, pieces, numbers) : (a.cosigners ?? members.length)
  return detailOf(a, {
    roles,
    stage,
    imports,
    again,
    checks,
    pieces,
    outside,
    members,
    membersMin,
    pictures: pictures.get(a.id) ?? [],
    trail,
  })
}
export const cosignerNumbers = ['acceptance_members_min', 'acceptance_self_three_from'] as const
/** How many have to sign beside the receiver by the rules of today; dictionaries hold yuan. */
export const cosignersToday = (
  a: Pick<store.Acceptance, 'scale'>,
  pieces: readonly { priceFen: number }[],
  n: Record<(typeof cosignerNumbers)[number], number>,
): number =>
  cosignersOf(
    a.scale,
    pieces.map((p) => p.priceFen),
    { college: n.acceptance_members_min, threeFromFen: n.acceptance_self_three_from * 100 },
  )

/** After a step: the person's part may have changed with it, and it may be his to see no more. */
export async function showAfter(ctx: Ctx, a: store.Acceptance, standing: Standing) {
  return showDetail(ctx, a, (await acceptances.rolesAmong(ctx, [a], standing))(a))
}

export async function get(ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.get>) {
  const { row, roles } = await acceptances.load(ctx, params.id)
  return showDetail(ctx, row, roles)
}

// ── Lists ────────────────────────────────────────────────────────────────────

const scopeOf = async (ctx: Ctx): Promise<listStore.Scope> =>
  ctx.holds('PURCHASE_ALL') ? { all: true } : { userId: ctx.me.id, deptIds: await headedDepts(ctx) }

async function wantedOf(
  ctx: Ctx,
  { waiting, ...f }: Omit<AcceptanceFilters, 'page' | 'size'>,
): Promise<listStore.Wanted> {
  return {
    ...f,
    ...spanOf(f, ctx.env.CAMPUS_TZ),
    ids: waiting ? await approval.waitingRows(ctx, 'acceptance') : null,
  }
}

export async function list(
  ctx: Ctx,
  { query: { page, size, ...filters } }: Parsed<typeof acceptanceCalls.list>,
) {
  const { items, total } = await listStore.list(ctx.db, await scopeOf(ctx), await wantedOf(ctx, filters), {
    page,
    size,
  })
  const rolesOn = await acceptances.rolesAmong(ctx, items, await readStanding(ctx, null))
  return pageReply(
    items.map((a) => rowOf(a, rolesOn(a))),
    total,
  )
}

export async function counts(ctx: Ctx) {
  const [states, ids] = await together([
    listStore.counts(ctx.db, await scopeOf(ctx)),
    approval.waitingRows(ctx, 'acceptance'),
  ])
  return { states, waiting: ids.length, waitingAt: await listStore.split(ctx.db, ids) }
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof acceptanceCalls.export>,
): Promise<RawReply> {
  const zone = ctx.env.CAMPUS_TZ
  const rows = await listStore.all(ctx.db, await scopeOf(ctx), await wantedOf(ctx, query))
  const columns: readonly SheetColumn<store.AcceptanceRow>[] = [
    { header: '验收单号', value: (a) => acceptanceNumber(a.id) },
    { header: '申购单号', value: (a) => purchaseNumber(a.purchaseId) },
    { header: '申购名称', width: 36, value: (a) => a.title },
    { header: '单位', width: 24, value: (a) => a.dept },
    { header: '验收人', width: 12, value: (a) => a.receiver },
    { header: '供应商', width: 28, value: (a) => a.supplier },
    { header: '规模', width: 20, value: (a) => acceptanceScaleWords[a.scale] },
    { header: '台件数', width: 10, value: (a) => a.pieceCount },
    { header: '合同金额（元）', money: true, value: (a) => a.totalFen / 100 },
    { header: '状态', value: (a) => acceptanceStateWords[a.state] },
    { header: '创建时间', width: 18, value: (a) => shownAt(a.createdAt, zone) },
  ]
  return sheetOf('验收单', columns, rows, `验收单-${localOf(ctx.now, zone).day}.xlsx`)
}

// ── For other modules ────────────────────────────────────────────────────────

/** Everything of an acceptance, for a dossier: whoever calls this has asked whether the person may. */
export async function wholeOf(ctx: Ctx, id: number) {
  const a = await store.find(ctx.db, id)
  if (!a) throw notFound('验收单')
  return showDetail(ctx, a, new Set())
}
