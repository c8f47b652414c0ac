import { bookingKindWords, payModeWords } from '@portal/contract/booking/booking'
import { type BookingDetail } from '@portal/contract/booking/row'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import { formatMinutes } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Attachments } from '../../../ui/detail/attachments.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Period } from '../../../ui/period.tsx'
import { Link } from 'react-router'
import { nameFee, lacksSum, SUM_LATER } from '../booking.words.ts'

/** All facts on which a booking is judged, except its samples and the lines of its price. */
export function BookingSummary({ booking: b }: { booking: BookingDetail }) {
  const minutes = b.startAt && b.endAt ? (Date.parse(b.endAt) - Date.parse(b.startAt)) / 60_000 : null
  return (
    <Facts
      items={[
        {
          label: '仪器',
          value: <Link to={to('/dashboard/deviceDetail', { id: b.device.id })}>{b.device.name}</Link>,
        },
        { label: '实验室', value: b.lab.name },
        { label: '预约方式', value: bookingKindWords[b.kind] },
        {
          label: '预约时段',
          value: b.startAt ? (
            <>
              <Period from={b.startAt} to={b.endAt} />
              <span style={{ whiteSpace: 'nowrap' }}>（{formatMinutes(minutes)}）</span>
            </>
          ) : (
            '待安排'
          ),
        },
        b.capacity > 1 && { label: '机位', value: `${b.seat} 号机位` },
        { label: '预约人', value: b.booker.name },
        { label: b.kind === 'self_operated' ? '实验人' : '送样人', value: b.experimenter.name },
        { label: '付款人', value: b.payer.name },
        { label: '付款方式', value: payModeWords[b.payMode] },
        (b.fundCard !== null || b.payMode === 'immediate') && { label: '经费卡', value: cardWords(b) },
        {
          label: '预计费用',
          value: lacksSum(b.startAt, b.quote) ? SUM_LATER : <MoneyText fen={b.estimateFen} strong />,
        },
        b.feeFen > 0 && {
          label: nameFee(b.state),
          value: (
            <Link to={to('/account/orderDetail', { bookingId: b.id })}>
              <MoneyText fen={b.feeFen} strong />
              （查看账单）
            </Link>
          ),
        },
        b.heldFen > 0 && { label: '已冻结', value: <MoneyText fen={b.heldFen} /> },
        b.nature !== null && { label: '用途类别', value: natureWords[b.nature] },
        { label: '课题名称', value: b.project },
        b.projectNumber !== null && { label: '课题编号', value: b.projectNumber },
        b.fundingSource !== null && { label: '经费来源', value: b.fundingSource.label },
        b.disciplines.length > 0 && {
          label: '学科领域',
          value: b.disciplines.map((d) => d.label).join('、'),
        },
        b.serviceMode !== null && { label: '服务方式', value: b.serviceMode.label },
        { label: '联系电话', value: b.phone },
        { label: '预约用途', value: <span style={{ whiteSpace: 'pre-wrap' }}>{b.purpose}</span>, wide: true },
        b.remark !== null && {
          label: '备注',
          value: <span style={{ whiteSpace: 'pre-wrap' }}>{b.remark}</span>,
          wide: true,
        },
        b.reason !== null && {
          label: '原因',
          value: <span style={{ whiteSpace: 'pre-wrap' }}>{b.reason}</span>,
          wide: true,
        },
        b.attachments.length > 0 && {
          label: '附件',
          value: <Attachments files={b.attachments} />,
          wide: true,
        },
      ]}
    />
  )
}

function cardWords({ fundCard }: BookingDetail): string {
  if (!fundCard) return '待付款人选择'
  return fundCard.number ? `${fundCard.number} ${fundCard.name ?? ''}` : '已选择'
}
