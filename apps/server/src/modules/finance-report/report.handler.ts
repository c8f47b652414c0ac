import {
  ageWords,
  ages,
  amounts,
  amountWords,
  cardSumWords,
  entryKindWords,
  feeWords,
  recipients,
  recipientWords,
  reportKeyWords,
  type CardSums,
  type financeReportCalls,
} from '@portal/contract/finance-report/finance-report'
import { ledgerBusinessWords, ledgerKindWords } from '@portal/contract/fund-card/fund-card'
import { ledgerNumber } from '@portal/contract/fund-card/ledger-number'
import type { Parsed } from '@portal/contract/kernel/call'
import { payWayWords, settlementNumber } from '@portal/contract/settlement/settlement'
import { testOrderNumber, testOrderStateWords } from '@portal/contract/test-order/test-order'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { exported, exportedWalk } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import type { DividedSource } from './dividing.action.ts'
import * as cardStore from './card.store.ts'
import * as journal from './journal.store.ts'
import * as monthStore from './month.store.ts'
import * as outstandingStore from './outstanding.store.ts'
import { nameKey } from './names.rules.ts'
import { readVersion } from './fold.store.ts'
import { readKept } from './kept.action.ts'
import { findCutoff } from './period.rules.ts'
import { wantedBy } from './scope.action.ts'

type Calls = typeof financeReportCalls
const yuan = (fen: number): number => fen / 100
/** A list that is read directly is as old as its reply; the exported file says so. */
const dateNow =
  <Input, Reply extends object>(list: (ctx: Ctx, input: Input) => Promise<Reply>) =>
  async (ctx: Ctx, input: Input) => ({ ...(await list(ctx, input)), asOf: ctx.now })
const cut = <T>(rows: readonly T[], { page, size }: { page: number; size: number }): T[] =>
  rows.slice(page * size, (page + 1) * size)

export async function summary(ctx: Ctx, { query }: Parsed<Calls['summary']>) {
  const { scope, scopes, period, within } = await wantedBy(ctx, query)
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const sums = await kept.sum()
  const { totalFen: closingFen } = await kept.sumOwed()
  const { billedFen, lateBilledFen, writtenOffFen, netFen } = sums
  const cards = scope === 'lab' ? null : await kept.sumCards()
  // In the caller's own scope others may spend from the caller's cards, and other cards may pay the caller's
  // bills. The two amounts are comparable only for all cards together.
  const cardsPaidFen = scope === 'all' ? await kept.paid() : null
  const settledByCardFen = await kept.sumByCard()
  return {
    scope,
    scopes: [...scopes],
    sums,
    openingFen: closingFen - billedFen - lateBilledFen - writtenOffFen + netFen,
    closingFen,
    toRefundFen: await outstandingStore.toRefund(ctx.db, period.until, within),
    cards,
    cardsPaidFen,
    settledByCardFen,
    closedMonths: await monthStore.closedBetween(ctx.db, period),
    asOf: kept.findAge(),
  }
}

export async function table(ctx: Ctx, { query }: Parsed<Calls['table']>) {
  const { by, page, size, order_by } = query
  const { period, within } = await wantedBy(ctx, query)
  const [field = 'key', direction = 'asc'] = (order_by ?? (by === 'month' ? 'key asc' : 'netFen desc')).split(
    ' ',
  )
  if (field !== 'key' && !amounts.some((a) => a === field)) throw refuseField('order_by', '不能按该列排序')
  const order = { by, order: field, descending: direction === 'desc', page, size }
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const { rows, total } = await kept.table(query, order)
  const sum = await kept.sum(query, by)
  return {
    items: rows.map(({ key, name, serialId, lab, ...sums }) => ({
      ...sums,
      key: key ?? '',
      name: nameKey(by, key, name),
      about: serialId === undefined || serialId === null ? null : { serialId, lab: lab ?? '' },
    })),
    total,
    sum,
    asOf: kept.findAge(),
  }
}
export const exportTable = exported('收入报表', table, [
  { header: '名称', width: 30, value: (r) => r.name },
  { header: '资产编号', value: (r) => r.about?.serialId },
  { header: '实验室', width: 24, value: (r) => r.about?.lab },
  ...amounts.map((a) => ({
    header: `${amountWords[a].title}（元）`,
    money: true as const,
    value: (r: Record<typeof a, number>) => yuan(r[a]),
  })),
])

const makeEntry = (e: journal.EntryRow) => {
  const { deviceId, deviceName, labId, labName, deptId, deptName, payerId, payerName, ...r } = e
  return {
    ...r,
    device: { id: deviceId, name: deviceName },
    lab: { id: labId, name: labName },
    dept: { id: deptId, name: deptName },
    payer: { id: payerId, name: payerName },
  }
}
export async function entries(ctx: Ctx, { query }: Parsed<Calls['entries']>) {
  const { period, within } = await wantedBy(ctx, query)
  const { rows, total, sumFen } = await journal.entries(ctx.db, period, within, query, query)
  return { items: rows.map(makeEntry), total, sumFen, asOf: ctx.now }
}
async function* walkEntries(ctx: Ctx, { query }: Parsed<Calls['exportEntries']>) {
  const { period, within } = await wantedBy(ctx, query)
  for await (const row of journal.walkEntries(ctx.db, period, within, query)) yield makeEntry(row)
  return ctx.now
}
export const exportEntries = exportedWalk('收支明细', walkEntries, [
  { header: '时间', value: (r) => r.at },
  { header: '类型', value: (r) => entryKindWords[r.kind] },
  { header: '后期调整', value: (r) => r.late },
  { header: '原入账时间', value: (r) => r.originAt },
  { header: '测试单号', value: (r) => testOrderNumber(r.testOrderId) },
  { header: '结算单号', value: (r) => (r.settlementId === null ? null : settlementNumber(r.settlementId)) },
  { header: '结算方式', value: (r) => r.way && payWayWords[r.way] },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: reportKeyWords.lab, width: 24, value: (r) => r.lab.name },
  { header: reportKeyWords.dept, width: 24, value: (r) => r.dept.name },
  { header: '付款人', value: (r) => r.payer.name },
  { header: reportKeyWords.fee, value: (r) => feeWords[r.fee] },
  { header: '金额（元）', money: true, value: (r) => yuan(r.amountFen) },
])

// ── Cards ────────────────────────────────────────────────────────────────────

export async function cards(ctx: Ctx, { query }: Parsed<Calls['cards']>) {
  const { period, within } = await wantedBy(ctx, query)
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const { rows, total } = await cardStore.cards(ctx.db, period, within, query)
  const sum = await kept.sumCards()
  return { items: rows, total, sum, asOf: kept.findAge() }
}
const cardColumns = (Object.keys(cardSumWords) as (keyof CardSums)[]).map((c) => ({
  header: `${cardSumWords[c].title}（元）`,
  money: true as const,
  value: (r: CardSums) => yuan(r[c]),
}))
export const exportCards = exported('经费卡收支报表', cards, [
  { header: '卡号', value: (r) => r.number },
  { header: '名称', width: 24, value: (r) => r.name },
  { header: '卡主', value: (r) => r.owner },
  ...cardColumns,
])

async function openCard(ctx: Ctx, query: Parsed<Calls['exportCardEntries']>['query']) {
  const { period, within, scope } = await wantedBy(ctx, query)
  const card = await cardStore.findCard(ctx.db, query.cardId)
  // A caller who may not see the card gets the same reply as for a card that does not exist.
  if (!card || scope === 'lab' || (within.ownerId !== null && card.ownerId !== within.ownerId))
    throw notFound('经费卡')
  return { card, period }
}
export async function cardEntries(ctx: Ctx, { query }: Parsed<Calls['cardEntries']>) {
  const { period } = await openCard(ctx, query)
  const { rows, total } = await cardStore.cardEntries(ctx.db, query.cardId, period, query)
  return { items: rows, total }
}
export async function exportCardEntries(
  ctx: Ctx,
  input: Parsed<Calls['exportCardEntries']>,
): Promise<RawReply> {
  const { card } = await openCard(ctx, input.query)
  const write = exported('经费卡流水明细', dateNow(cardEntries), [
    { header: '卡号', value: () => card.number },
    { header: '经费卡名称', width: 24, value: () => card.name },
    { header: '时间', value: (r) => r.at },
    { header: '类型', value: (r) => ledgerKindWords[r.kind] },
    { header: '余额变动（元）', money: true, value: (r) => yuan(r.balanceDeltaFen) },
    { header: '冻结变动（元）', money: true, value: (r) => yuan(r.frozenDeltaFen) },
    { header: '余额（元）', money: true, value: (r) => yuan(r.balanceAfterFen) },
    { header: '冻结（元）', money: true, value: (r) => yuan(r.frozenAfterFen) },
    { header: '事由', value: (r) => ledgerBusinessWords[r.business] },
    { header: '编号', value: (r) => ledgerNumber(r) },
    { header: '说明', width: 30, value: (r) => r.note },
  ])
  return {
    ...(await write(ctx, input)),
    fileName: `经费卡流水明细-${card.number}-${findToday(ctx)}.xlsx`,
  }
}

// ── Outstanding ──────────────────────────────────────────────────────────────

export async function outstanding(ctx: Ctx, { query }: Parsed<Calls['outstanding']>) {
  const { period, within } = await wantedBy(ctx, query)
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const [found, sum] = [await kept.payers(query), await kept.sumOwed()]
  return { ...found, sum, asOf: kept.findAge() }
}
export const exportOutstanding = exported('待收款账龄表', outstanding, [
  { header: '付款人', value: (r) => r.name },
  { header: '付款人单位', width: 24, value: (r) => r.dept },
  { header: '测试单数', value: (r) => r.orders },
  { header: '合计（元）', money: true, value: (r) => yuan(r.totalFen) },
  ...ages.map((a) => ({
    header: `${ageWords[a]}（元）`,
    money: true as const,
    value: (r: Record<typeof a, number>) => yuan(r[a]),
  })),
])

export async function unpaid(ctx: Ctx, { query }: Parsed<Calls['unpaid']>) {
  const { period, within } = await wantedBy(ctx, query)
  const { rows, total } = await outstandingStore.unpaid(ctx.db, findCutoff(period, ctx.now), within, query)
  return {
    items: rows.map(({ deviceId, deviceName, labId, labName, payerId, payerName, ...r }) => ({
      ...r,
      device: { id: deviceId, name: deviceName },
      lab: { id: labId, name: labName },
      payer: { id: payerId, name: payerName },
    })),
    total,
  }
}
export const exportUnpaid = exported('待收款测试单', dateNow(unpaid), [
  { header: '测试单号', value: (r) => testOrderNumber(r.id) },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  { header: '付款人', value: (r) => r.payer.name },
  { header: '确认时间', value: (r) => r.billedAt },
  { header: '天数', value: (r) => r.days },
  { header: '目前状态', value: (r) => testOrderStateWords[r.state] },
  { header: '金额（元）', money: true, value: (r) => yuan(r.amountFen) },
])

// ── Division ─────────────────────────────────────────────────────────────────

const makeLine = ({ labId, labName, deptId, dept, categoryId, ...l }: DividedSource) => ({
  ...l,
  key: `${l.month}:${deptId}:${labId}:${categoryId ?? ''}:${l.year}`,
  labOf: { id: labId, name: labName },
  dept: { id: deptId, name: dept },
})
export async function distribution(ctx: Ctx, { query }: Parsed<Calls['distribution']>) {
  const { period, within } = await wantedBy(ctx, query)
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const { lines, sum } = await kept.division()
  return { items: cut(lines, query).map(makeLine), total: lines.length, sum, asOf: kept.findAge() }
}
// The division is computed once for the whole file; each page would need all of it anyway.
async function* walkDistribution(ctx: Ctx, { query }: Parsed<Calls['exportDistribution']>) {
  const { period, within } = await wantedBy(ctx, query)
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const { lines } = await kept.division()
  for (const line of lines) yield makeLine(line)
  return kept.findAge()
}
export const exportDistribution = exportedWalk('收入分配表', walkDistribution, [
  { header: '月份', value: (r) => r.month },
  { header: '单位', width: 24, value: (r) => r.dept.name },
  { header: '实验室', width: 24, value: (r) => r.labOf.name },
  { header: '仪器分类', value: (r) => r.category },
  { header: '比例年度', value: (r) => r.year },
  { header: '分配比例（学校/院系/实验室/机组）', width: 30, value: (r) => r.parts },
  { header: '净收入（元）', money: true, value: (r) => yuan(r.amountFen) },
  ...recipients.map((p) => ({
    header: `${recipientWords[p]}（元）`,
    money: true as const,
    value: (r: Record<typeof p, number>) => yuan(r[p]),
  })),
  { header: '未设比例（元）', money: true, value: (r) => yuan(r.unset) },
])

export async function received(ctx: Ctx, { query }: Parsed<Calls['received']>) {
  const { period, within } = await wantedBy(ctx, query)
  const kept = readKept(ctx, await readVersion(ctx.db), period, within)
  const { received: rows, sum } = await kept.division()
  return {
    items: cut(rows, query),
    total: rows.length,
    sumFen: sum.amountFen,
    asOf: kept.findAge(),
  }
}
export const exportReceived = exported('按受益方汇总的收入分配', received, [
  { header: '受益方', value: (r) => (r.recipient ? recipientWords[r.recipient] : '未设置') },
  { header: '名称', width: 30, value: (r) => r.name },
  { header: '金额（元）', money: true, value: (r) => yuan(r.amountFen) },
])
