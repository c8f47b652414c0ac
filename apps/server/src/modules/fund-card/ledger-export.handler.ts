import {
  LEDGER_EXPORT_MAX,
  ledgerBusinessWords,
  ledgerKindWords,
  type fundCardCalls,
} from '@portal/contract/fund-card/fund-card'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf, type SheetColumn } from '../../kernel/sheet.ts'
import { localOf, shownAt } from '../../kernel/time.ts'
import { ledgerFor } from './fund-card.handler.ts'
import * as store from './ledger.store.ts'

const CHUNK = 500
type Row = Awaited<ReturnType<typeof store.page>>[number]

/** What the ledger shows, the latest first. */
export async function exportLedger(
  ctx: Ctx,
  { params, query }: Parsed<typeof fundCardCalls.ledgerExport>,
): Promise<RawReply> {
  const { card, onlyOwn, filters } = await ledgerFor(ctx, params.id, query)
  async function* rows(): AsyncGenerator<Row> {
    let before: number | null = null
    for (let written = 0; written < LEDGER_EXPORT_MAX; written += CHUNK) {
      const chunk: Row[] = await store.page(ctx, { ...filters, before, size: CHUNK })
      yield* chunk
      if (chunk.length < CHUNK) return
      before = chunk.at(-1)?.id ?? null
    }
  }
  const columns = columnsOf(ctx.env.CAMPUS_TZ)
  return sheetOf(
    '经费卡流水',
    onlyOwn ? columns.filter((c) => !sumsAfter.has(c.header)) : columns,
    rows(),
    `经费卡流水-${card.number}-${localOf(ctx.now, ctx.env.CAMPUS_TZ).day}.xlsx`,
  )
}

const named = (list: readonly { name: string }[] = []) => list.map((x) => x.name).join('、')

const sumsAfter = new Set(['余额（元）', '冻结（元）'])
const columnsOf = (zone: string): readonly SheetColumn<Row>[] => [
  { header: '时间', width: 20, value: (e) => shownAt(e.at, zone) },
  { header: '类型', width: 10, value: (e) => ledgerKindWords[e.kind] },
  { header: '余额变动（元）', money: true, value: (e) => e.balanceDeltaFen / 100 },
  { header: '冻结变动（元）', money: true, value: (e) => e.frozenDeltaFen / 100 },
  { header: '余额（元）', money: true, value: (e) => e.balanceAfterFen / 100 },
  { header: '冻结（元）', money: true, value: (e) => e.frozenAfterFen / 100 },
  { header: '事由', width: 12, value: (e) => ledgerBusinessWords[e.business] },
  { header: '编号', width: 12, value: (e) => e.rowId },
  { header: '使用人', width: 16, value: (e) => named(e.use?.people) },
  { header: '仪器', width: 30, value: (e) => named(e.use?.devices) },
  { header: '经办人', width: 12, value: (e) => e.userName ?? '系统' },
  { header: '说明', width: 40, value: (e) => e.note },
]
