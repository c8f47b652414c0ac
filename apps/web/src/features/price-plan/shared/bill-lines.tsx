import { priceTierWords, type BillLine, type Quote } from '@portal/contract/price-plan/price-plan'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Whole } from '../../../ui/whole.tsx'
import './bill-lines.css'

/** The lines of a bill, each with its formula. */
export function BillLines({
  lines,
  totalFen,
  caption,
  total = '合计',
}: {
  lines: readonly BillLine[]
  totalFen: number
  caption: string
  total?: string
}) {
  return (
    <table className="bill-lines">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">算式</th>
          <th scope="col">金额</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, i) => (
          <tr key={`${line.kind}${i}`}>
            <td>{line.label}</td>
            <td>
              <Whole>{line.formula}</Whole>
              {line.reason && <span className="muted">（{line.reason}）</span>}
            </td>
            <td>
              <MoneyText fen={line.amountFen} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {total}
          </th>
          <td>
            <MoneyText fen={totalFen} strong />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The expected price of a booking. */
export const QuoteLines = ({ quote }: { quote: Quote }) => (
  <BillLines
    caption="预计费用"
    lines={quote.lines}
    totalFen={quote.totalFen}
    total={`合计（${priceTierWords[quote.tier]}价）`}
  />
)
