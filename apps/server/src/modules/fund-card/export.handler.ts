import { CARD_EXPORT_MAX, fundCardStateWords, type fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { walkChunks } from '../../kernel/list.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { limitRows, makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { cardColumns } from './fund-card.import.ts'
import { findAvailable, findState } from './fund-card.rules.ts'
import * as store from './fund-card.store.ts'

type Row = Awaited<ReturnType<typeof store.listAfter>>[number]

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof fundCardCalls.export>,
  most = CARD_EXPORT_MAX,
): Promise<RawReply> {
  const walk = walkChunks<Row>((last, size) => store.listAfter(ctx.db, query, last?.id ?? 0, size))
  const { rows, findFoot } = limitRows(walk, most, (n) => `仅含前 ${n} 张，请缩小筛选范围后导出`)
  const day = findToday(ctx)
  return makeSheet('经费卡', listColumns(day), rows, `经费卡-${day}.xlsx`, 'xlsx', findFoot)
}

const { number, name, projectCode, owner, dept, balance, credit, validFrom, validTo, remark } = cardColumns
const moneyColumn = (header: string, fen: (c: Row) => number): SheetColumn<Row> => ({
  header,
  width: 16,
  money: true,
  value: (c) => fen(c) / 100,
})
const listColumns = (day: string): readonly SheetColumn<Row>[] => [
  { header: number.header, width: 20, value: (c) => c.number },
  { header: name.header, width: 28, value: (c) => c.name },
  { header: projectCode.header, value: (c) => c.projectCode },
  { header: owner.header, value: (c) => c.ownerUsername },
  { header: '持有人姓名', width: 12, value: (c) => c.ownerName },
  { header: dept.header, width: 28, value: (c) => c.deptName },
  moneyColumn(balance.header, (c) => c.balanceFen),
  moneyColumn('冻结（元）', (c) => c.frozenFen),
  moneyColumn('可用（元）', findAvailable),
  moneyColumn(credit.header, (c) => c.creditFen),
  { header: validFrom.header, value: (c) => c.validFrom },
  { header: validTo.header, value: (c) => c.validTo },
  { header: '状态', width: 10, value: (c) => fundCardStateWords[findState(c, day)] },
  { header: remark.header, width: 30, value: (c) => c.remark },
]
