import {
  costPartWords,
  costParts,
  quantityWords,
  type JustificationDetail,
} from '@portal/contract/price-plan/justification'
import { priceTiers, priceTierWords } from '@portal/contract/price-plan/price-plan'
import { formatMoney } from '../../../lib/format.ts'

// The tables of a justification, for screen and paper.

export const CostTable = ({ of: j }: { of: JustificationDetail }) => (
  <table className="cost-table">
    <caption className="sr-only">年度成本</caption>
    <thead>
      <tr>
        <th scope="col">成本项</th>
        <th scope="col" className="num">
          年度金额
        </th>
        <th scope="col">测算说明</th>
      </tr>
    </thead>
    <tbody>
      {costParts
        .filter((part) => j.costs[part].fen > 0)
        .map((part) => (
          <tr key={part}>
            <th scope="row">{costPartWords[part]}</th>
            <td className="num">{formatMoney(j.costs[part].fen)}</td>
            <td>{j.costs[part].note ?? '—'}</td>
          </tr>
        ))}
      <tr data-sum>
        <th scope="row">合计</th>
        <td className="num">{formatMoney(j.totalFen)}</td>
        <td>
          {quantityWords[j.basis].label} {j.yearlyQuantity} {quantityWords[j.basis].unit}
        </td>
      </tr>
      <tr data-sum>
        <th scope="row">单位成本（建议价）</th>
        <td className="num">{formatMoney(j.unitCostFen)}</td>
        <td>每{quantityWords[j.basis].unit}，合计 ÷ 全年数量，进到分</td>
      </tr>
    </tbody>
  </table>
)

export const ProposedTable = ({ of: j }: { of: JustificationDetail }) => (
  <table className="cost-table">
    <caption className="sr-only">拟定价格</caption>
    <thead>
      <tr>
        <th scope="col">用户类别</th>
        <th scope="col" className="num">
          拟定价格（每{quantityWords[j.basis].unit}）
        </th>
        <th scope="col" className="num">
          占单位成本
        </th>
      </tr>
    </thead>
    <tbody>
      {priceTiers.map((tier) => {
        const fen = j.proposed[tier]
        return (
          fen !== undefined && (
            <tr key={tier}>
              <th scope="row">{priceTierWords[tier]}</th>
              <td className="num">{formatMoney(fen)}</td>
              <td className="num">{Math.round((fen / j.unitCostFen) * 100)}%</td>
            </tr>
          )
        )
      })}
    </tbody>
  </table>
)

export const ComparisonTable = ({ of: j }: { of: JustificationDetail }) => (
  <table className="cost-table">
    <caption className="sr-only">同类仪器的收费</caption>
    <thead>
      <tr>
        <th scope="col">单位</th>
        <th scope="col" className="num">
          收费（每{quantityWords[j.basis].unit}）
        </th>
        <th scope="col">说明</th>
      </tr>
    </thead>
    <tbody>
      {j.comparisons.map((c, i) => (
        <tr key={`${i}${c.unit}`}>
          <th scope="row">{c.unit}</th>
          <td className="num">{formatMoney(c.fen)}</td>
          <td>{c.note ?? '—'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const PeopleTable = ({ of: j }: { of: JustificationDetail }) => (
  <table className="cost-table">
    <caption className="sr-only">论证人员</caption>
    <thead>
      <tr>
        <th scope="col">姓名</th>
        <th scope="col">所在单位</th>
        <th scope="col">职称或职务</th>
      </tr>
    </thead>
    <tbody>
      {j.participants.map((p, i) => (
        <tr key={`${i}${p.name}`}>
          <th scope="row">{p.name}</th>
          <td>{p.unit}</td>
          <td>{p.title ?? '—'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
