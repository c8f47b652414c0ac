import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { offices } from '@portal/contract/approval/approval'
import {
  amounts,
  amountWords,
  matterWords,
  monthStateWords,
  type Matter,
  type MatterRow,
} from '@portal/contract/finance-report/finance-report'
import type { Reply } from '@portal/contract/kernel/call'
import { settlementNumber } from '@portal/contract/settlement/settlement'
import type { financeReportCalls } from '@portal/contract/finance-report/finance-report'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import { formatMinute } from '../../../lib/format.ts'
import { useOpens } from '../../../lib/opens.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { closeMonth, saveVouchers, useMonth } from '../finance-report.queries.ts'

type Month = Reply<typeof financeReportCalls.month>

/** One month: totals, open items, and closing. */
export function MonthView({ month }: { month: string }) {
  const { data, error, refetch } = useMonth({ params: { month } })
  return (
    <section className="finance" aria-label={`${month} 月结`}>
      <header className="page-head">
        <h1>{month} 月结</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/open-sharing/month-close', { year: month.slice(0, 4) })} icon="back">
            返回月结
          </ButtonLink>
          {data && (
            <>
              <Button icon="download" onClick={() => void saveVouchers(month, 'utf8').catch(() => undefined)}>
                导出凭证 CSV
              </Button>
              <Button icon="download" onClick={() => void saveVouchers(month, 'gbk').catch(() => undefined)}>
                导出凭证 CSV（GBK）
              </Button>
            </>
          )}
        </div>
      </header>
      {error && !data ? (
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Shown month={data} />
      ) : (
        <Card>
          <Skeleton rows={8} height={28} />
        </Card>
      )}
    </section>
  )
}

function Shown({ month: m }: { month: Month }) {
  const report = (query: Record<string, string>) =>
    to('/open-sharing/finance-report', { period: m.month, ...query })
  return (
    <>
      <p>
        <AsOf at={m.asOf} />
      </p>
      <div className="finance-pair">
        <Card title="本月收支" extra={<Link to={report({})}>查看报表</Link>}>
          <table className="finance-lines">
            <caption className="sr-only">本月收支</caption>
            <tbody>
              {amounts.map((a) => (
                <tr key={a} data-sum={a === 'netFen' || undefined}>
                  <th scope="row">{amountWords[a].title}</th>
                  <td>
                    <MoneyText fen={m.sums[a]} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <Card title={monthStateWords[m.state]}>
          <Closing month={m} />
        </Card>
      </div>
    </>
  )
}

const close = async (month: string) => {
  await closeMonth.run({ params: { month } })
  say('success', `${month} 已结账`)
}
function Closing({ month: m }: { month: Month }) {
  if (m.state === 'closed')
    return (
      <>
        <p>
          由 {m.closedBy ?? '系统'} 于 {m.closedAt && formatMinute(m.closedAt)} 结账，共留存{' '}
          {m.reports.length} 种报表。
        </p>
        <p>
          {m.agrees
            ? '现在按明细重新计算的结果与结账时留存的报表一致。'
            : '现在按明细重新计算的结果与结账时留存的报表不一致，请联系管理员核对。'}
        </p>
        {m.warnings.length > 0 && <Matters title="结账时尚未完结的事项" matters={m.warnings} />}
      </>
    )
  return (
    <>
      {m.open.length > 0 && <Matters title="须先处理，处理后才能结账" matters={m.open} month={m} />}
      {m.warnings.length > 0 && <Matters title="尚未完结，不影响结账" matters={m.warnings} month={m} />}
      {m.state === 'running' && <p>本月尚未结束，{m.to} 之后可以结账。</p>}
      {m.state === 'waiting' && <p>更早的月份尚未结账，请先结清更早的月份。</p>}
      {m.can.includes('close') && (
        <ConfirmButton
          kind="primary"
          danger={false}
          disabled={m.open.length > 0}
          title={`结清 ${m.month}？`}
          text="结账后不能撤销：该月的数字不再变化，之后的冲正和费用更正列入发生当月的后期调整。"
          ok="确认结账"
          onConfirm={() => close(m.month)}
        >
          结账
        </ConfirmButton>
      )}
    </>
  )
}

/**
 * The screen that lists all matters of a kind, and what it is asked for. No list shows the unconfirmed test
 * orders alone: they are in several states, and some have no time of use yet, by which that list selects.
 */
const placeOf: Partial<Record<Matter, (m: Month) => Parameters<typeof to>>> = {
  finance: () => ['/open-sharing/settles', { state: 'awaiting_finance' }],
  reversal: () => ['/open-sharing/settles', { state: 'awaiting_reversal' }],
  write_off: () => ['/account/audit-list', { business: 'test_order', step: 'write_off' }],
  unpaid: (m) => ['/open-sharing/finance-report', { view: 'outstanding', period: m.month }],
  card_owner: () => ['/open-sharing/settles', { state: 'awaiting_card_owner' }],
  remittance: () => ['/open-sharing/settles', { state: 'awaiting_remittance' }],
  refund: () => ['/open-sharing/settles', { state: 'reversed', way: 'offline' }],
}
const SHOWN = 5

/** `month`: the matters are open now. Without it they are those of a closing, which no list shows now. */
function Matters({ title, matters, month }: { title: string; matters: readonly MatterRow[]; month?: Month }) {
  const opens = useOpens()
  // The tasks of the office are in the inbox of those who act for it. Everybody opens an inbox, their own.
  const isFinance = useHolds(offices.finance)
  const findPlace = ({ code }: MatterRow) => {
    if (code === 'write_off' && !isFinance) return undefined
    const place = month && placeOf[code]?.(month)
    return place && opens(place[0]) ? place : undefined
  }
  return (
    <>
      <h3>{title}</h3>
      <ul className="finance-matters">
        {matters.map((m) => {
          const place = findPlace(m)
          // Where no list can be opened, all that are known are named.
          const rows = place ? m.rows.slice(0, SHOWN) : m.rows
          return (
            <li key={m.code}>
              <span>
                {matterWords[m.code]}
                {m.code !== 'shares' && `：${m.count} 项`}
              </span>
              {m.amountFen !== 0 && <MoneyText fen={m.amountFen} />}
              {m.code === 'shares' ? (
                <Link
                  to={to('/open-sharing/finance-report', {
                    view: 'division',
                    period: month?.month.slice(0, 4),
                  })}
                >
                  设置分配比例
                </Link>
              ) : (
                rows.map((r) => <MatterLink key={r.id} row={r} />)
              )}
              {m.count > rows.length && rows.length > 0 && <span className="muted">等</span>}
              {m.count > rows.length && place && <Link to={to(...place)}>查看全部</Link>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
function MatterLink({ row }: { row: MatterRow['rows'][number] }): ReactNode {
  return row.of === 'settlement' ? (
    <Link to={to('/account/payOrderDetail', { id: row.id })}>{settlementNumber(row.id)}</Link>
  ) : (
    <Link to={to('/account/orderDetail', { id: row.id })}>{testOrderNumber(row.id)}</Link>
  )
}
