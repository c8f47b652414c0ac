import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  amountWords,
  cardSumWords,
  type Amount,
  type CardSums,
  type FinanceSummary,
} from '@portal/contract/finance-report/finance-report'
import { edit } from '@portal/contract/kernel/permissions'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useSummary } from '../finance-report.queries.ts'
import type { Choice } from './use-period.ts'

type LinkOf = (query: Record<string, string>) => string
const kinds: Partial<Record<Amount, Record<string, string>>> = {
  billedFen: { kind: 'billed', late: 'false' },
  lateBilledFen: { kind: 'billed', late: 'true' },
  receivedFen: { kind: 'received' },
  reversedFen: { kind: 'reversed', late: 'false' },
  lateFen: { kind: 'reversed', late: 'true' },
  refundedFen: { kind: 'refunded' },
  writtenOffFen: { kind: 'written_off' },
}

/** The totals of a period; every figure links to its entries. */
export function SummaryView({ choice, link }: { choice: Choice; link: LinkOf }) {
  const { data, error, refetch } = useSummary({ query: choice.asked })
  if (error && !data)
    return (
      <Card>
        <PageError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <Skeleton rows={10} height={28} />
      </Card>
    )
  return (
    <>
      <p>
        <AsOf at={data.asOf} />
      </p>
      <div className="finance-pair">
        <Income summary={data} link={link} />
        <Owed summary={data} link={link} />
        {data.cards && <Cards sums={data.cards} link={link} />}
      </div>
    </>
  )
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <table className="finance-lines">
        <caption className="sr-only">{title}</caption>
        <tbody>{children}</tbody>
      </table>
    </Card>
  )
}
interface LineProps {
  title: string
  formula?: string
  fen: number
  to?: string
  sum?: true
}
function Line({ title, formula, fen, to, sum }: LineProps) {
  return (
    <tr data-sum={sum}>
      <th scope="row">
        {title}
        {formula && <small>{formula}</small>}
      </th>
      <td>
        {to && fen !== 0 ? (
          <Link to={to} title={`${title}明细`}>
            <MoneyText fen={fen} />
          </Link>
        ) : (
          <MoneyText fen={fen} />
        )}
      </td>
    </tr>
  )
}

function Income({
  summary: { sums, cardsPaidFen, settledByCardFen },
  link,
}: {
  summary: FinanceSummary
  link: LinkOf
}) {
  const line = (a: Amount, sum?: true) => (
    <Line
      title={amountWords[a].title}
      formula={amountWords[a].formula}
      fen={sums[a]}
      {...(kinds[a] && { to: link({ view: 'entries', ...kinds[a] }) })}
      {...(sum && { sum })}
    />
  )
  return (
    <Lines title="收入">
      {line('receivedFen')}
      {line('reversedFen')}
      {line('lateFen')}
      {line('netFen', true)}
      {line('refundedFen')}
      <Line
        title="其中经费卡结算"
        formula={
          cardsPaidFen === null
            ? '净收入中以经费卡支付的部分'
            : cardsPaidFen === settledByCardFen
              ? '与经费卡流水的结算扣款减冲正一致'
              : `与经费卡流水相差 ${(Math.abs(cardsPaidFen - settledByCardFen) / 100).toFixed(2)} 元，请联系管理员核对`
        }
        fen={settledByCardFen}
      />
    </Lines>
  )
}

function Owed({
  summary: { sums, openingFen, closingFen, toRefundFen },
  link,
}: {
  summary: FinanceSummary
  link: LinkOf
}) {
  const of = (a: Amount) => ({
    title: amountWords[a].title,
    formula: amountWords[a].formula,
    fen: sums[a],
    ...(kinds[a] && { to: link({ view: 'entries', ...kinds[a] }) }),
  })
  const refunds = useHolds(edit('FINANCIAL'))
  return (
    <Lines title="应收与待收">
      <Line title="期初待收" formula="期间开始前已确认、尚未收款的测试单金额" fen={openingFen} />
      <Line {...of('billedFen')} />
      <Line {...of('lateBilledFen')} />
      <Line {...of('writtenOffFen')} />
      <Line title="减：净收入" fen={-sums.netFen} />
      <Line
        title="期末待收"
        formula="期初待收 + 应收 + 应收后期调整 + 核销 − 净收入"
        fen={closingFen}
        to={link({ view: 'outstanding' })}
        sum
      />
      <Line
        title="待退汇款"
        formula="线下汇款已冲正、期末尚未退还付款人的金额"
        fen={toRefundFen}
        {...(refunds && { to: to('/open-sharing/financial') })}
      />
    </Lines>
  )
}

function Cards({ sums, link }: { sums: CardSums; link: LinkOf }) {
  return (
    <Lines title="经费卡">
      {(Object.keys(cardSumWords) as (keyof CardSums)[]).map((c) => (
        <Line
          key={c}
          {...cardSumWords[c]}
          fen={sums[c]}
          {...(c === 'closingFen' && { to: link({ view: 'cards' }), sum: true as const })}
        />
      ))}
    </Lines>
  )
}
