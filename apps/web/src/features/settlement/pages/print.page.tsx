import { useSearchParams } from 'react-router'
import { payWayWords, settlementStateWords, type PrintableBill } from '@portal/contract/settlement/settlement'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatDay, formatMinute, formatPeriod } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useBill } from '../settlement.queries.ts'
import '../../../ui/print.css'
import './print.css'

/** The settlement on A4: what is remitted against and what is filed. */
export default function PrintPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  const { data: bill, error, refetch } = useBill({ params: { id } }, { staleTime: 0 })
  if (!bill) return <div className="card">{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} height={20} />}</div>
  return (
    <>
      <div className="print-tools no-print">
        <Button kind="primary" onClick={() => globalThis.print()}>
          打印
        </Button>
        <ButtonLink to={to('/account/payOrderDetail', { id })}>返回结算单</ButtonLink>
      </div>
      <Sheet bill={bill} />
    </>
  )
}

function Sheet({ bill: b }: { bill: PrintableBill }) {
  return (
    <article className="bill-sheet" aria-label="结算单">
      <h1>大型仪器共享服务结算单</h1>
      <p className="bill-head">
        <span>单号：{b.number}</span>
        <span>状态：{settlementStateWords[b.state]}</span>
        <span>打印时间：{formatMinute(b.printedAt)}</span>
      </p>
      <table className="bill-facts">
        <tbody>
          <tr>
            <th scope="row">付款人</th>
            <td>{b.payer.name}</td>
            <th scope="row">付款单位</th>
            <td>{b.payerDept ?? '—'}</td>
          </tr>
          <tr>
            <th scope="row">收款实验室</th>
            <td>{b.lab.name}</td>
            <th scope="row">所属单位</th>
            <td>{b.labDept}</td>
          </tr>
          <tr>
            <th scope="row">结算方式</th>
            <td>{payWayWords[b.way]}</td>
            <th scope="row">发起</th>
            <td>
              {b.starter.name} {formatDay(b.createdAt)}
            </td>
          </tr>
        </tbody>
      </table>
      <Items bill={b} />
      <p className="bill-total">
        合计（大写）：<b>{b.totalWords}</b>
        <span>
          小写：<b>¥{formatYuan(b.totalFen)}</b>
        </span>
      </p>
      <PaidBy bill={b} />
      {b.remark && <p>备注：{b.remark}</p>}
      <footer className="bill-signs">
        <span>付款人签字：</span>
        <span>实验室负责人：</span>
        <span>财务经办：{b.settledBy?.name}</span>
        <span>日期：{b.settledAt ? formatDay(b.settledAt) : ''}</span>
      </footer>
    </article>
  )
}

const Items = ({ bill }: { bill: PrintableBill }) => (
  <table className="bill-items">
    <thead>
      <tr>
        <th scope="col">测试单</th>
        <th scope="col">仪器</th>
        <th scope="col">使用</th>
        <th scope="col">明细</th>
        <th scope="col">金额（元）</th>
      </tr>
    </thead>
    <tbody>
      {bill.items.map((i) => (
        <tr key={i.testOrderId}>
          <td>{i.number}</td>
          <td>
            {i.device.name}
            <br />
            {i.device.serialId}
          </td>
          <td>
            {i.booker.name}
            <br />
            {i.startAt ? formatPeriod(i.startAt, i.endAt) : `样品 ${i.sampleCount} 个`}
          </td>
          <td>
            {i.lines.map((l, n) => (
              <div key={`${l.kind}${n}`}>
                {l.label}：{l.formula}
              </div>
            ))}
          </td>
          <td className="num">{formatYuan(i.amountFen)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** From which cards, or where to remit and what was remitted. */
function PaidBy({ bill: b }: { bill: PrintableBill }) {
  if (b.way === 'fund_card') {
    return (
      <table className="bill-items">
        <thead>
          <tr>
            <th scope="col">经费卡</th>
            <th scope="col">持有人</th>
            <th scope="col">金额（元）</th>
          </tr>
        </thead>
        <tbody>
          {b.shares.map((s) => (
            <tr key={s.card.id}>
              <td>
                {s.card.name}（{s.card.number}）
              </td>
              <td>{s.owner.name}</td>
              <td className="num">{formatYuan(s.amountFen)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  }
  return (
    <table className="bill-facts">
      <tbody>
        {b.remitTo.map((line) => (
          <tr key={line.label}>
            <th scope="row">{line.label}</th>
            <td>{line.value}</td>
          </tr>
        ))}
        {b.remittance && (
          <tr>
            <th scope="row">汇款凭证</th>
            <td>
              {b.remittance.voucherNumber}，{b.remittance.remitter}，{b.remittance.remittedOn}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
