import { Link } from 'react-router'
import { payWayWords, type SettlementDetail } from '@portal/contract/settlement/settlement'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Period } from '../../../ui/period.tsx'

/** All facts on which a settlement is judged. */
export function SettlementSummary({ settlement: s }: { settlement: SettlementDetail }) {
  return (
    <>
      <Card title="结算信息">
        <Facts
          items={[
            { label: '结算金额', value: <MoneyText fen={s.totalFen} strong /> },
            { label: '结算方式', value: payWayWords[s.way] },
            { label: '实验室', value: s.lab.name },
            { label: '发起人', value: s.starter.name },
            { label: '付款人', value: s.payer.name },
            { label: '发起时间', value: formatMinute(s.createdAt) },
            s.settledAt && {
              label: '结算时间',
              value: `${formatMinute(s.settledAt)}${s.settledBy ? `，${s.settledBy.name}` : ''}`,
            },
            s.posting && { label: '记账凭证', value: `${s.posting.number}，${s.posting.postedOn}` },
            s.refundOpen && { label: '退款', value: '未退款：汇款已冲正，待财务退款' },
            s.refund && {
              label: '退款',
              value: `${s.refund.refundedOn}，凭证号 ${s.refund.number}，${s.refund.by.name} 登记`,
            },
            s.remark !== null && { label: '备注', value: s.remark, wide: true },
            s.reason !== null && { label: '原因', value: s.reason, wide: true },
          ]}
        />
      </Card>
      {s.shares.length > 0 && (
        <Card title="经费卡">
          <DataTable
            caption="经费卡分摊"
            columns={shareColumns}
            rows={s.shares}
            rowKey={(share) => share.card.id}
          />
        </Card>
      )}
      {s.remittance && <Remittance remittance={s.remittance} />}
      <Card title={`测试单（${s.items.length} 张）`}>
        <DataTable caption="测试单" columns={itemColumns} rows={s.items} rowKey={(i) => i.testOrderId} />
      </Card>
    </>
  )
}

function Remittance({ remittance: r }: { remittance: NonNullable<SettlementDetail['remittance']> }) {
  return (
    <Card title="汇款信息">
      <Facts
        items={[
          { label: '凭证号', value: r.voucherNumber },
          { label: '汇款人', value: r.remitter },
          { label: '汇款日期', value: r.remittedOn },
          { label: '凭证', value: r.proof && <FileList files={[r.proof]} label="汇款凭证" />, wide: true },
          r.sameVoucher.length > 0 && {
            label: '注意',
            value: (
              <>
                该凭证号还用于{' '}
                {r.sameVoucher.map((other) => (
                  <Link key={other.id} to={to('/account/payOrderDetail', { id: other.id })}>
                    {other.number}
                  </Link>
                ))}
                ，请核对。
              </>
            ),
            wide: true,
          },
        ]}
      />
    </Card>
  )
}

const shareColumns: readonly Column<SettlementDetail['shares'][number]>[] = [
  { key: 'card', title: '经费卡', main: true, render: (s) => `${s.card.name}（${s.card.number}）` },
  { key: 'owner', title: '持有人', render: (s) => s.owner.name },
  { key: 'amountFen', title: '金额', align: 'right', render: (s) => <MoneyText fen={s.amountFen} strong /> },
  {
    key: 'agreed',
    title: '卡主意见',
    render: (s) => (s.ownerApprovedAt ? `${formatMinute(s.ownerApprovedAt)} 同意` : '待审批'),
  },
]
const itemColumns: readonly Column<SettlementDetail['items'][number]>[] = [
  {
    key: 'number',
    title: '测试单',
    main: true,
    render: (i) => <Link to={to('/account/orderDetail', { id: i.testOrderId })}>{i.number}</Link>,
  },
  { key: 'device', title: '仪器', render: (i) => i.device.name },
  { key: 'booker', title: '预约人', render: (i) => i.booker.name },
  {
    key: 'period',
    title: '实际使用',
    render: (i) => (i.startAt ? <Period brief from={i.startAt} to={i.endAt} /> : '—'),
  },
  { key: 'sampleCount', title: '样品数', align: 'right' },
  {
    key: 'lines',
    title: '费用明细',
    render: (i) => i.lines.map((l) => `${l.label} ${l.formula}`).join('；') || '—',
    phone: false,
  },
  { key: 'amountFen', title: '金额', align: 'right', render: (i) => <MoneyText fen={i.amountFen} strong /> },
]
