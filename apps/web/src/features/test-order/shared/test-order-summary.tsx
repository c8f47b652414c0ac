import { Link } from 'react-router'
import { bookingKindWords, payModeWords } from '@portal/contract/booking/booking'
import { masteryWords } from '@portal/contract/device-record/device-record'
import { sampleOutcomeWords, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import { trainedIn } from '@portal/contract/use-ledger/training'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Period } from '../../../ui/period.tsx'
import { costWords, unusedWords } from '../test-order.words.ts'

/** All facts on which a test order is judged, except the lines of its bill. */
export function TestOrderSummary({
  order: t,
  withFiles,
}: {
  order: TestOrderDetail
  /** Where they stand nowhere else. */ withFiles?: true
}) {
  const valid = t.files.filter((f) => !f.withdrawn)
  const said = ({ cells }: TestOrderDetail['samples'][number]) =>
    t.sampleColumns.flatMap((title, i) => (cells[i] == null ? [] : [`${title}：${cells[i]}`]))
  const differs = !t.lateCancel && !t.noShow && t.totalFen !== t.estimateFen
  return (
    <Facts
      items={[
        {
          label: '仪器',
          value: <Link to={to('/dashboard/deviceDetail', { id: t.device.id })}>{t.device.name}</Link>,
        },
        { label: '实验室', value: t.lab.name },
        {
          label: '预约单',
          value: t.opensBooking ? (
            <Link to={to('/appointment/orderDetail', { id: t.bookingId })}>{t.bookingId}</Link>
          ) : (
            t.bookingId
          ),
        },
        { label: '方式', value: `${bookingKindWords[t.kind]}，${payModeWords[t.payMode]}` },
        {
          label: '预约时段',
          value: t.planStartAt ? <Period from={t.planStartAt} to={t.planEndAt} /> : '未安排',
        },
        { label: '实际使用', value: t.startAt ? <Period from={t.startAt} to={t.endAt} /> : unusedWords(t) },
        { label: t.samples.length > 0 ? '收费样品数' : '样品数', value: t.sampleCount },
        (t.preparationMinutes > 0 || t.cleanupMinutes > 0) && {
          label: '准备与后处理',
          value: `${t.preparationMinutes} + ${t.cleanupMinutes} 分钟`,
        },
        trainedIn(t) > 0 && {
          label: '培训人次',
          value: `学生 ${t.trainedStudents}，教师 ${t.trainedTeachers}，其他 ${t.trainedOthers}${t.trainedMastery ? `（${masteryWords[t.trainedMastery]}）` : ''}`,
        },
        { label: '预约人', value: t.booker.name },
        { label: '实验人', value: t.experimenter.name },
        { label: '付款人', value: t.payer.name },
        { label: '预计费用', value: <MoneyText fen={t.estimateFen} /> },
        {
          label: costWords(t),
          value: (
            <>
              <MoneyText fen={t.totalFen} strong />
              {differs && <span className="muted">（与预计不同）</span>}
            </>
          ),
        },
        t.filledBy && { label: '填写人', value: t.filledBy.name },
        t.confirmedAt && {
          label: '确认时间',
          value: `${formatMinute(t.confirmedAt)}${t.confirmedBySystem ? '（逾期未确认，系统自动确认）' : ''}`,
        },
        t.settlementId !== null && {
          label: '结算单',
          value: t.opensSettlement ? (
            <Link to={to('/account/payOrderDetail', { id: t.settlementId })}>{t.settlementNumber}</Link>
          ) : (
            t.settlementNumber
          ),
        },
        t.refundOpen && {
          label: '付款',
          value: '上一笔汇款已冲正、待退款，退款登记后再结算，请勿再次汇款',
          wide: true,
        },
        { label: '用途', value: <span style={{ whiteSpace: 'pre-wrap' }}>{t.purpose}</span>, wide: true },
        t.result !== null && {
          label: '测试结果',
          value: <span style={{ whiteSpace: 'pre-wrap' }}>{t.result}</span>,
          wide: true,
        },
        t.samples.length > 0 && {
          label: '样品',
          value: t.samples
            .map((s) => `${s.name} × ${s.count}（${[sampleOutcomeWords[s.outcome], ...said(s)].join('；')}）`)
            .join('、'),
          wide: true,
        },
        withFiles &&
          valid.length > 0 && {
            label: '结果文件',
            value: <FileList files={valid} label="结果文件" />,
            wide: true,
          },
        t.papers.length > 0 && {
          label: '核销依据',
          value: <FileList files={t.papers} label="核销依据" />,
          wide: true,
        },
        t.remark !== null && {
          label: '备注',
          value: <span style={{ whiteSpace: 'pre-wrap' }}>{t.remark}</span>,
          wide: true,
        },
        t.reason !== null && {
          label: t.state === 'written_off' ? '核销原因' : t.version > 1 ? '退回或更正原因' : '退回原因',
          value: t.reason,
          wide: true,
        },
      ]}
    />
  )
}
