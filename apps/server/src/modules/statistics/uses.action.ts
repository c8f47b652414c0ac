import { makeRef } from '@portal/contract/kernel/rows'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import type { Kept } from '@portal/contract/statistics/pivot'
import { tableKeyWords, type Asked } from '@portal/contract/statistics/statistics'
import { ledgerKindWords, natureWords } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import type { ListColumn } from '../../kernel/sheet.ts'
import { together } from '../../kernel/together.ts'
import { listPersonColumns } from '../people/people.service.ts'
import { readCount } from './figures.action.ts'
import { divide } from './period.rules.ts'
import { keptConditions } from './pivot.store.ts'
import type { Wanted } from './sums.store.ts'
import * as store from './uses.store.ts'

// The uses behind figures of an instrument or a cell.

export const hours = (minutes: number): number => Math.round(minutes / 6) / 10

/** A page of uses. `only`: further filters besides the scope in `wanted`. */
export async function listUses(
  ctx: Ctx,
  q: Asked & { page: number; size: number },
  wanted: Wanted,
  only: readonly Kept[] = [],
) {
  const days = findSpan(q)
  const more = keptConditions(only, ctx.env.CAMPUS_TZ)
  const count = (db: Db) => store.count(db, days, wanted, more)
  const [rows, total] = await together([
    store.page(ctx.db, days, wanted, q, more),
    // The class is the instrument's present one, which the
    // ledger does not contain, so the count is not cached.
    only.some((k) => k.dimension === 'category')
      ? count(ctx.db)
      : readCount(ctx, [days, wanted, only], count),
  ])
  return { items: rows.map(showRow), total }
}
/** The same uses one after the other, for a file. */
export async function* walkUses(
  ctx: Ctx,
  q: Asked,
  wanted: Wanted,
  only: readonly Kept[] = [],
): AsyncGenerator<ReturnType<typeof showRow>> {
  for await (const row of store.walkUses(
    ctx.db,
    findSpan(q),
    wanted,
    keptConditions(only, ctx.env.CAMPUS_TZ),
  ))
    yield showRow(row)
}
const findSpan = ({ from, to }: Asked) => {
  const { months, edges } = divide(from, to)
  const ends = [...edges.map(([, until]) => until), ...(months ? [months[1]] : [])]
  return [from, ends.toSorted().at(-1) ?? to] as const
}
function showRow(r: store.UseRow) {
  const {
    day: _,
    deviceId,
    deviceName,
    serialId,
    labId,
    labName,
    userId,
    userName,
    payerId,
    payerName,
    ...rest
  } = r
  return {
    ...rest,
    device: { id: deviceId, name: deviceName, serialId },
    lab: { id: labId, name: labName },
    user: makeRef(userId, userName),
    payer: makeRef(payerId, payerName),
  }
}

type ShownUse = ReturnType<typeof showRow>
export const useColumns: readonly ListColumn<ShownUse>[] = [
  { header: '开始时间', value: (r) => r.begunAt },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  ...listPersonColumns<ShownUse>('使用人', (r) => r.userNamed),
  ...listPersonColumns<ShownUse>('付款人', (r) => r.payerNamed),
  { header: tableKeyWords.kind, value: (r) => ledgerKindWords[r.kind] },
  { header: tableKeyWords.nature, value: (r) => natureWords[r.nature] },
  { header: tableKeyWords.tier, value: (r) => priceTierWords[r.tier] },
  { header: '课题', width: 24, value: (r) => r.project },
  { header: '预约机时（小时）', value: (r) => hours(r.reservedMinutes) },
  { header: '使用机时（小时）', value: (r) => hours(r.workingMinutes) },
  { header: '样品数', value: (r) => r.samples },
  { header: '收入（元）', money: true, value: (r) => r.incomeFen / 100 },
]
