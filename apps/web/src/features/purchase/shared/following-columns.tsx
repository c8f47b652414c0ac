import { Link } from 'react-router'
import type { Ref } from '@portal/contract/kernel/rows'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'

interface Following {
  purchase: { id: number; title: string }
  supplier: Ref | null
  dept: Ref
  pieceCount: number
  totalFen: number
  stateAt: string
}
/** Columns shared by acceptances and stock-in orders. */
export const followingColumns = <Row extends Following>() =>
  ({
    purchase: {
      key: 'purchase',
      title: '申购',
      width: 180,
      render: (r) => (
        <Link to={to('/osp/subscribe/subscribeFill', { id: r.purchase.id })}>{r.purchase.title}</Link>
      ),
    },
    supplier: { key: 'supplier', title: '供应商', render: (r) => r.supplier?.name ?? '—', phone: false },
    dept: { key: 'dept', title: '单位', render: (r) => r.dept.name, phone: false },
    pieces: { key: 'pieceCount', title: '台件', align: 'right' },
    total: {
      key: 'totalFen',
      title: '本单金额',
      align: 'right',
      render: (r) => <MoneyText fen={r.totalFen} strong />,
    },
    since: {
      key: 'stateAt',
      title: '状态时间',
      sort: true,
      width: 150,
      render: (r) => formatMinute(r.stateAt),
      phone: false,
    },
  }) satisfies Record<string, Column<Row>>
