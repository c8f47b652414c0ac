import { Link, useSearchParams } from 'react-router'
import {
  ageWords,
  ages,
  type Aged,
  type OutstandingRow,
  type UnpaidRow,
} from '@portal/contract/finance-report/finance-report'
import type { Page } from '@portal/contract/kernel/page'
import { testOrderNumber, testOrderStateWords } from '@portal/contract/test-order/test-order'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { saveOutstanding, saveUnpaid, useOutstanding, useUnpaid } from '../finance-report.queries.ts'
import type { Choice } from './use-period.ts'

type OwedPage = Page<OutstandingRow> & { sum?: Aged; asOf?: string }
interface Props {
  choice: Choice
  link: (query: Record<string, string>) => string
}
/**
 * Bills unpaid at the end of the period, or today if it ends later, by age; with `payer` in the address the
 * bills of one payer.
 */
export function OutstandingList({ choice, link }: Props) {
  const [search] = useSearchParams()
  const payer = search.get('payer')
  if (payer) return <Unpaid choice={choice} payer={payer} back={link({ view: 'outstanding' })} />
  const day = choice.to < choice.today ? choice.to : choice.today
  return (
    <ListPage<OutstandingRow>
      title="待收款"
      plain
      intro={<p className="muted">截至 {day} 已确认、尚未收款的测试单，按首次确认至该日的天数分组。</p>}
      rows={useOutstanding}
      fixed={{ ...choice.asked }}
      columns={[
        { key: 'name', title: '付款人', main: true },
        { key: 'dept', title: '单位' },
        { key: 'orders', title: '测试单数', align: 'right' },
        {
          key: 'totalFen',
          title: '合计',
          align: 'right',
          render: (r) => <MoneyText fen={r.totalFen} strong />,
        },
        ...ages.map((a): Column<OutstandingRow> => ({
          key: a,
          title: ageWords[a],
          align: 'right',
          render: (r) => <MoneyText fen={r[a]} />,
        })),
      ]}
      actions={[
        {
          label: '测试单',
          show: (r) => r.id > 0,
          to: (r) => link({ view: 'outstanding', payer: String(r.id) }),
        },
      ]}
      note={({ asOf }: OwedPage) => <AsOf at={asOf} />}
      last={({ sum }: OwedPage) => sum && { ...sum, id: 0, name: '合计', dept: null }}
      onExport={saveOutstanding}
      empty={{ text: '所选期间结束时没有待收款项' }}
    />
  )
}

function Unpaid({ choice, payer, back }: { choice: Choice; payer: string; back: string }) {
  return (
    <ListPage<UnpaidRow>
      title="待收款测试单"
      plain
      intro={
        <p>
          <Link to={back}>返回全部付款人</Link>
        </p>
      }
      rows={useUnpaid}
      fixed={{ ...choice.asked, payerId: payer }}
      columns={unpaidColumns}
      actions={[{ label: '查看测试单', to: (r) => to('/account/orderDetail', { id: r.id }) }]}
      onExport={saveUnpaid}
      empty={{ text: '该付款人没有待收款的测试单' }}
    />
  )
}
const unpaidColumns: readonly Column<UnpaidRow>[] = [
  { key: 'id', title: '测试单', main: true, render: (r) => testOrderNumber(r.id) },
  { key: 'device', title: '仪器', render: (r) => r.device.name },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name },
  { key: 'payer', title: '付款人', render: (r) => r.payer.name },
  { key: 'billedAt', title: '确认时间', render: (r) => formatMinute(r.billedAt) },
  { key: 'days', title: '天数', align: 'right' },
  { key: 'state', title: '目前状态', render: (r) => testOrderStateWords[r.state] },
  { key: 'amountFen', title: '金额', align: 'right', render: (r) => <MoneyText fen={r.amountFen} /> },
]
