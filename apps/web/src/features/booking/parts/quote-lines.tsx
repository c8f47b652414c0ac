import { priceTierWords, type Quote } from '@portal/contract/price-plan/price-plan'
import { MoneyText } from '../../../ui/money-text.tsx'

/** What it costs and how that is reckoned. */
export function QuoteLines({ quote, caption = '预计费用' }: { quote: Quote; caption?: string }) {
  return (
    <table className="quote-lines">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">算式</th>
          <th scope="col">金额</th>
        </tr>
      </thead>
      <tbody>
        {quote.lines.map((line, i) => (
          <tr key={`${line.kind}${i}`}>
            <td>{line.label}</td>
            <td>
              {line.formula}
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
            合计（{priceTierWords[quote.tier]}价）
          </th>
          <td>
            <MoneyText fen={quote.totalFen} strong />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
