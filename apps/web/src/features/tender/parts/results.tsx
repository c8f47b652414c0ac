import type { TenderOutcome } from '@portal/contract/tender/rows'
import { tenderMethodWords } from '@portal/contract/tender/tender'
import { formatDay } from '../../../lib/format.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { tenderFilters } from '../tender.columns.tsx'
import { saveResults, useResults } from '../tender.queries.ts'

const columns: readonly Column<TenderOutcome>[] = [
  { key: 'number', title: '项目编号', width: 130 },
  { key: 'title', title: '名称', main: true },
  { key: 'method', title: '采购方式', render: (o) => tenderMethodWords[o.method] },
  { key: 'supplier', title: '成交供应商' },
  {
    key: 'amountFen',
    title: '成交金额',
    align: 'right',
    render: (o) => <MoneyText fen={o.amountFen} strong />,
  },
  { key: 'awardedAt', title: '成交日期', render: (o) => formatDay(o.awardedAt) },
]

/** Winners and prices; visible to every signed-in user. */
export const Results = () => (
  <ListPage<TenderOutcome>
    plain
    title="成交结果"
    rows={useResults}
    onExport={saveResults}
    columns={columns}
    filters={[tenderFilters.keyword]}
    empty={{ text: '还没有成交的采购项目' }}
  />
)
