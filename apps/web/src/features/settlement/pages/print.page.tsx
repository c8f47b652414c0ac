import { useSearchParams } from 'react-router'
import { payWayWords, type PrintableBill } from '@portal/contract/settlement/settlement'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Paper, PaperFacts, PaperHistory, PaperTable, PaperTotal } from '../../../ui/paper.tsx'
import { Period } from '../../../ui/period.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useBill } from '../settlement.queries.ts'
import { wholeTag } from '../settlement.words.ts'

/** The settlement on A4, for remittance and filing. */
export default function PrintPage() {
  const id = Number(useSearchParams()[0].get('id')) || 0
  const query = useBill({ params: { id } }, { staleTime: 0, enabled: id > 0 })
  if (query.data) return <Sheet bill={query.data} />
  return (
    <DetailPage
      query={query}
      title="打印结算单"
      list={{ to: to('/account/payOrderDetail'), text: '我的结算单' }}
      missing={id > 0 ? null : '请先选择一张结算单'}
    >
      {(bill) => <Sheet bill={bill} />}
    </DetailPage>
  )
}

function Sheet({ bill: b }: { bill: PrintableBill }) {
  return (
    <Paper
      title="大型仪器共享服务结算单"
      back={{ to: to('/account/payOrderDetail', { id: b.id }), text: '返回结算单' }}
      head={[`单号：${b.number}`, `状态：${wholeTag(b).text}`, `打印时间：${formatMinute(b.printedAt)}`]}
      signs={['付款人签字', '实验室负责人', '财务经办', '日期']}
    >
      <PaperFacts
        items={[
          ['付款人', b.payer.name],
          ['付款单位', b.payerDept],
          ['收款实验室', b.lab.name],
          ['所属单位', b.labDept],
          ['结算方式', payWayWords[b.way]],
          ['发起', `${b.starter.name} ${formatDay(b.createdAt)}`],
          ...(b.settledAt
            ? [['财务办理', `${b.settledBy?.name ?? ''} ${formatDay(b.settledAt)}`] as const]
            : []),
        ]}
      />
      <Items bill={b} />
      <PaperTotal fen={b.totalFen} />
      <PaidBy bill={b} />
      {b.posting && (
        <p>
          记账凭证：{b.posting.number}，{b.posting.postedOn}
        </p>
      )}
      {b.refundOpen && <p>本单已冲正，汇款尚未退还，请勿再次汇款。</p>}
      {b.refund && (
        <p>
          汇款已于 {b.refund.refundedOn} 退还，退款凭证 {b.refund.number}。
        </p>
      )}
      {b.remark && <p>备注：{b.remark}</p>}
      <PaperHistory entries={b.history} />
    </Paper>
  )
}

const Items = ({ bill }: { bill: PrintableBill }) => (
  <PaperTable heads={['测试单', '仪器', '使用', '明细', '金额（元）']}>
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
          {i.startAt ? (
            <Period from={i.startAt} to={i.endAt} />
          ) : i.sampleCount > 0 ? (
            `样品 ${i.sampleCount} 个`
          ) : (
            '未使用'
          )}
        </td>
        <td>
          {i.lines.map((l, n) => (
            <div key={`${l.kind}${n}`}>
              {l.label}：<Whole>{l.formula}</Whole>
            </div>
          ))}
        </td>
        <td className="num">{formatYuan(i.amountFen)}</td>
      </tr>
    ))}
  </PaperTable>
)

/** The cards that paid, or where to remit, what was remitted, and the invoice. */
function PaidBy({ bill: b }: { bill: PrintableBill }) {
  if (b.way === 'fund_card') {
    return (
      <PaperTable heads={['经费卡', '持有人', '金额（元）']}>
        {b.shares.map((s) => (
          <tr key={s.card.id}>
            <td>
              {s.card.name}（{s.card.number}）
            </td>
            <td>{s.owner.name}</td>
            <td className="num">{formatYuan(s.amountFen)}</td>
          </tr>
        ))}
      </PaperTable>
    )
  }
  const { remittance: r, invoice: v } = b
  return (
    <PaperFacts
      items={[
        ...b.remitTo.map((line) => [line.label, line.value] as const),
        ...(r ? [['汇款凭证', `${r.voucherNumber}，${r.remitter}，${r.remittedOn}`] as const] : []),
        ...(v?.title ? [['发票抬头', [v.title, v.taxNumber].filter(Boolean).join('，')] as const] : []),
        ...(v?.number ? [['发票', `${v.number}，${v.invoicedOn}`] as const] : []),
      ]}
    />
  )
}
