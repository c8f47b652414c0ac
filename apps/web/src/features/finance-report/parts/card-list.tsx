import { Link, useSearchParams } from 'react-router'
import {
  cardSumWords,
  type CardEntryRow,
  type CardReportRow,
  type CardSums,
} from '@portal/contract/finance-report/finance-report'
import { ledgerBusinessWords, ledgerKindWords } from '@portal/contract/fund-card/fund-card'
import { ledgerNumber } from '@portal/contract/fund-card/ledger-number'
import type { Page } from '@portal/contract/kernel/page'
import { view } from '@portal/contract/kernel/permissions'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { saveCardEntries, saveCards, useCardEntries, useCards } from '../finance-report.queries.ts'
import { moneyColumns } from './money-columns.tsx'
import type { Choice } from './use-period.ts'
import { Words } from './words.tsx'

type CardPage = Page<CardReportRow> & { sum?: CardSums; asOf?: string }
interface Props {
  choice: Choice
  link: (query: Record<string, string>) => string
}
/** Balances and movements of each card; with `card` in the address the movements of one. */
export function CardList({ choice, link }: Props) {
  const [search] = useSearchParams()
  const card = search.get('card')
  if (card) return <CardEntries choice={choice} card={card} back={link({ view: 'cards' })} />
  return (
    <ListPage<CardReportRow>
      title="经费卡"
      plain
      intro={<Words words={cardSumWords} />}
      rows={useCards}
      fixed={{ ...choice.asked }}
      columns={[
        {
          key: 'number',
          title: '经费卡',
          main: true,
          render: (r) => <TwoLines first={r.number} second={r.name} />,
        },
        { key: 'owner', title: '卡主' },
        ...moneyColumns<keyof CardSums, CardReportRow>(cardSumWords),
      ]}
      actions={[
        { label: '流水', show: (r) => r.id > 0, to: (r) => link({ view: 'cards', card: String(r.id) }) },
      ]}
      note={({ asOf }: CardPage) => <AsOf at={asOf} />}
      last={({ sum }: CardPage) => sum && { ...sum, id: 0, number: '合计', name: '', owner: '' }}
      onExport={saveCards}
      empty={{ text: '没有经费卡。经费卡由财务人员在“财务管理”中建立' }}
    />
  )
}

function CardEntries({ choice, card, back }: { choice: Choice; card: string; back: string }) {
  // Finance sees what bookings hold on all cards, but not the bookings; an owner sees both.
  const seesBookings = useHolds(['SUBSCRIBE_ORDER_ALL'])
  const seesAllCards = useHolds(view('FINANCIAL')) && choice.scope !== 'own'
  return (
    <ListPage<CardEntryRow>
      title="经费卡流水"
      plain
      intro={
        <p>
          <Link to={back}>返回全部经费卡</Link>
        </p>
      }
      rows={useCardEntries}
      fixed={{ ...choice.asked, cardId: card }}
      columns={entryColumns}
      actions={[
        {
          label: '查看结算单',
          show: (r) => r.business === 'settlement',
          to: (r) => to('/account/payOrderDetail', { id: r.rowId }),
        },
        {
          label: '查看预约单',
          show: (r) => r.business === 'booking' && (seesBookings || !seesAllCards),
          to: (r) => to('/appointment/orderDetail', { id: r.rowId }),
        },
        {
          label: '查看入库单',
          show: (r) => r.business === 'stock_in',
          to: (r) => to('/osp/storage/finance', { id: r.rowId }),
        },
      ]}
      onExport={saveCardEntries}
      empty={{ text: '这张经费卡在所选期间没有流水' }}
    />
  )
}
const money = (
  key: 'balanceDeltaFen' | 'frozenDeltaFen' | 'balanceAfterFen' | 'frozenAfterFen',
  title: string,
): Column<CardEntryRow> => ({
  key,
  title,
  align: 'right',
  render: (r) => <MoneyText fen={r[key]} />,
})
const entryColumns: readonly Column<CardEntryRow>[] = [
  { key: 'at', title: '时间', main: true, render: (r) => formatMinute(r.at) },
  { key: 'kind', title: '类型', render: (r) => ledgerKindWords[r.kind] },
  money('balanceDeltaFen', '余额变动'),
  money('frozenDeltaFen', '冻结变动'),
  money('balanceAfterFen', '余额'),
  money('frozenAfterFen', '冻结'),
  {
    key: 'source',
    title: '事由',
    render: (r) =>
      r.business === 'movement'
        ? ledgerBusinessWords.movement
        : `${ledgerBusinessWords[r.business]} ${ledgerNumber(r)}`,
  },
  { key: 'note', title: '说明' },
]
