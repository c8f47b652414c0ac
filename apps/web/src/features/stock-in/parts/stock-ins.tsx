import {
  stockInNumber,
  stockInStateWords,
  type StockInRow,
  type StockInState,
} from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding, pickSeen, sayInParts } from '../../../lib/verdicts.ts'
import { useSearchParams } from 'react-router'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { stockInColumns, stockInFilters } from '../stock-in.columns.tsx'
import { auditStockIns, saveStockIns, storeStockIns, useStockIns } from '../stock-in.queries.ts'
import { findAddress, ownerPicks, sendBackPicks, wordSentBack } from '../stock-in.words.ts'

const findWord = (s: StockInRow): string =>
  s.can.includes('agree')
    ? '审批'
    : s.can.includes('confirm')
      ? '报销'
      : s.can.includes('store')
        ? '入库'
        : s.can.includes('change')
          ? '填写'
          : '查看'
const actions: readonly RowAction<StockInRow>[] = [{ label: findWord, to: findAddress }]

/** Ready-made reasons of the person for whom the order waits: the card's owner or finance. */
const findPicks = (state: StockInState): readonly string[] =>
  state === 'awaiting_card_owner' ? ownerPicks : sendBackPicks

const sum = (rows: readonly StockInRow[]) => formatMoney(rows.reduce((fen, s) => fen + s.totalFen, 0))

const audit = deciding(auditStockIns, stockInNumber)
/** Batch decisions; the confirmation states number and total. */
const batch: readonly BatchAction<StockInRow>[] = [
  {
    label: (n) => `同意支出 ${n} 笔`,
    can: 'agree',
    confirm: (rows) => ({
      title: `同意支出 ${rows.length} 笔？`,
      text: `入库单共 ${sum(rows)}，其中由您的经费卡支付的部分，同意后由财务确认扣款。`,
      ok: `同意支出 ${rows.length} 笔`,
    }),
    reason: opinionAsked,
    run: (rows, said) => audit(rows, 'approve', '同意', saidOrNull(said)),
  },
  {
    label: (n) => `确认报销 ${n} 笔`,
    can: 'confirm',
    confirm: (rows) => ({
      title: `确认报销 ${rows.length} 笔？`,
      text: `共 ${sum(rows)}。经费卡支付的将扣除冻结金额，确认后不能退回。`,
      ok: `确认报销 ${rows.length} 笔，共 ${sum(rows)}`,
    }),
    reason: opinionAsked,
    run: (rows, said) => audit(rows, 'approve', '确认报销', saidOrNull(said)),
  },
  {
    label: (n) => `退回 ${n} 笔`,
    can: 'send_back',
    danger: true,
    confirm: (rows) => ({
      title: `退回 ${rows.length} 张入库单？`,
      text: wordSentBack(rows),
      ok: `退回 ${rows.length} 笔`,
    }),
    reason: (rows) => ({
      label: '退回原因',
      required: true,
      picks: [...new Set(rows.flatMap((s) => findPicks(s.state)))],
    }),
    run: (rows, reason) => audit(rows, 'send_back', '退回', reason),
  },
  {
    label: (n) => `正式入库 ${n} 笔`,
    can: 'store',
    confirm: (rows) => ({
      title: `正式入库 ${rows.length} 笔？`,
      text: '每台设备生成资产编号并建立仪器档案，不能撤回。',
      ok: `正式入库 ${rows.length} 笔`,
    }),
    reason: opinionAsked,
    run: (rows, said) =>
      sayInParts(
        rows,
        (part) => storeStockIns.run({ body: { items: part.map(pickSeen), reason: saidOrNull(said) } }),
        '入库',
        stockInNumber,
      ),
  },
]

const views = [
  { key: 'waiting', titleOf: (at: StockInState) => stockInStateWords[at] },
  { key: 'done', titleOf: () => '已办理' },
  { key: 'all', titleOf: () => '全部' },
] as const
const fixedAt = {
  waiting: (at: StockInState) => ({ state: at }),
  done: (at: StockInState) => ({ past: at }),
  all: () => ({}),
}

/** Stock-in orders that concern the user; finance and the equipment office see all. */
export function StockIns({
  title = '入库单',
  plain,
  at,
}: {
  title?: string
  plain?: true
  /** The user's step: orders that wait at it come first, those past it are in a second tab. */
  at?: StockInState
}) {
  const asked = useSearchParams()[0].get('view')
  const view = views.find((v) => v.key === asked)?.key ?? 'waiting'
  const fixed: { state?: StockInState; past?: StockInState } | undefined = at && fixedAt[view](at)
  return (
    <ListPage<StockInRow>
      {...(plain && { plain })}
      {...(fixed && { fixed })}
      title={title}
      rows={useStockIns}
      columns={stockInColumns}
      filters={fixed?.state ? stockInFilters.filter((f) => f.name !== 'state') : stockInFilters}
      {...(at && {
        intro: (
          <LinkTabs
            label="办理情况"
            name="view"
            tabs={views.map((v) => ({ key: v.key, title: v.titleOf(at) }))}
            value={view}
          />
        ),
      })}
      actions={actions}
      batch={batch}
      onExport={saveStockIns}
      empty={{
        text: at
          ? view === 'waiting'
            ? `没有${stockInStateWords[at]}的入库单`
            : view === 'done'
              ? '还没有办理过的入库单'
              : '还没有入库单'
          : '没有您可以查看的入库单：验收审核通过后自动生成',
      }}
    />
  )
}
