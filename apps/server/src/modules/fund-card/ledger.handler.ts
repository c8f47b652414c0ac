import {
  LEDGER_EXPORT_MAX,
  ledgerBusinessWords,
  ledgerKindWords,
  type fundCardCalls,
  type LedgerKind,
} from '@portal/contract/fund-card/fund-card'
import { ledgerNumber } from '@portal/contract/fund-card/ledger-number'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { limitRows, makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { shownAt, findSpan, findToday } from '../../kernel/time.ts'
import * as entries from './entries.store.ts'
import { showEntry, seesAll } from './fund-card.view.ts'
import { requireCard } from './access.action.ts'

/**
 * The entries of a card that the caller may see. An authorised
 * person sees their own, without the card's balance.
 */
export async function openLedger(
  ctx: Ctx,
  cardId: number,
  asked: { kind?: LedgerKind | undefined; from?: string | undefined; to?: string | undefined },
) {
  const card = await requireCard(
    ctx,
    cardId,
    (c) => c.ownerId === ctx.me.id || c.grant !== null || seesAll(ctx),
  )
  const onlyOwn = card.ownerId !== ctx.me.id && !seesAll(ctx)
  const { fromAt, untilAt } = findSpan(asked, ctx.env.CAMPUS_TZ)
  return {
    card,
    onlyOwn,
    filters: {
      cardId: card.id,
      kind: asked.kind ?? null,
      from: fromAt,
      until: untilAt,
      userId: onlyOwn ? ctx.me.id : null,
    } satisfies entries.LedgerFilters,
  }
}

export async function listLedger(ctx: Ctx, { params, query }: Parsed<typeof fundCardCalls.ledger>) {
  const { onlyOwn, filters } = await openLedger(ctx, params.id, query)
  const found = await entries.listPage(ctx.db, {
    ...filters,
    before: query.before ?? null,
    size: query.size + 1,
  })
  const sums = query.before === undefined ? await entries.readSums(ctx.db, filters) : null
  const items = found.slice(0, query.size)
  const rows = items.map(showEntry)
  return {
    items: onlyOwn ? rows.map((r) => ({ ...r, balanceAfterFen: null, frozenAfterFen: null })) : rows,
    next: found.length > query.size ? (items.at(-1)?.id ?? null) : null,
    sums,
  }
}

// ── As a file ────────────────────────────────────────────────────────────────

type Row = Awaited<ReturnType<typeof entries.listPage>>[number]

/** The ledger as a file, the latest entry first; at most LEDGER_EXPORT_MAX rows. */
export async function exportLedger(
  ctx: Ctx,
  { params, query }: Parsed<typeof fundCardCalls.ledgerExport>,
): Promise<RawReply> {
  const { card, onlyOwn, filters } = await openLedger(ctx, params.id, query)
  const walk = walkChunks<Row>((last, size) =>
    entries.listPage(ctx.db, { ...filters, before: last?.id ?? null, size }),
  )
  const columns = listColumns(ctx.env.CAMPUS_TZ)
  const { rows, findFoot } = limitRows(
    walk,
    LEDGER_EXPORT_MAX,
    (n) => `仅含最近 ${n} 条，更早的请缩小日期范围后导出`,
  )
  return makeSheet(
    '经费卡流水',
    onlyOwn ? columns.filter((c) => !sumsAfter.has(c.header)) : columns,
    rows,
    `经费卡流水-${card.number}-${findToday(ctx)}.xlsx`,
    'xlsx',
    findFoot,
  )
}

const joinNames = (list: readonly { name: string }[] = []) => list.map((x) => x.name).join('、')

const sumsAfter = new Set(['余额（元）', '冻结（元）'])
const listColumns = (zone: string): readonly SheetColumn<Row>[] => [
  { header: '时间', width: 20, value: (e) => shownAt(e.at, zone) },
  { header: '类型', width: 10, value: (e) => ledgerKindWords[e.kind] },
  { header: '余额变动（元）', money: true, value: (e) => e.balanceDeltaFen / 100 },
  { header: '冻结变动（元）', money: true, value: (e) => e.frozenDeltaFen / 100 },
  { header: '余额（元）', money: true, value: (e) => e.balanceAfterFen / 100 },
  { header: '冻结（元）', money: true, value: (e) => e.frozenAfterFen / 100 },
  { header: '事由', width: 12, value: (e) => ledgerBusinessWords[e.business] },
  { header: '编号', width: 14, value: ledgerNumber },
  { header: '使用人', width: 16, value: (e) => joinNames(e.use?.people) },
  { header: '仪器', width: 30, value: (e) => joinNames(e.use?.devices) },
  { header: '经办人', width: 12, value: (e) => e.userName ?? '系统' },
  { header: '说明', width: 40, value: (e) => e.note },
]
