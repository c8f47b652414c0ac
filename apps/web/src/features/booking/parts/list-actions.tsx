import type { BookingRow } from '@portal/contract/booking/row'
import { opinionAsked } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { pickSeen, sayInParts } from '../../../lib/verdicts.ts'
import type { BatchAction, RowAction } from '../../../ui/list/row-actions.tsx'
import { makeAgainLink, isOver } from './again.ts'
import { decideBookings, useFinishBooking, useStartBooking } from '../booking.queries.ts'
import { refusalPicks } from '../booking.words.ts'

/** Actions on a row. Cancelling needs its terms to be read first, so it is done on the booking's page. */
export function useBookingRowActions(): RowAction<BookingRow>[] {
  const me = useUser()?.uid
  const start = useStartBooking()
  const finish = useFinishBooking()
  return [
    { label: (b) => (isAsked(b) ? '审核' : '查看'), to: (b) => to('/appointment/orderDetail', { id: b.id }) },
    {
      label: '开始使用',
      can: 'start',
      run: (b) => start.run({ params: { id: b.id } }).then(() => say('success', '已开始使用')),
    },
    {
      label: '结束使用',
      can: 'finish',
      confirm: (b) => ({
        title: '结束这次使用？',
        text: `${b.device.name}：结束后将生成测试单，实际用时以此刻为准。`,
        ok: '结束使用',
      }),
      run: (b) => finish.run({ params: { id: b.id } }).then(() => say('success', '已结束使用')),
    },
    { label: '延长时间', can: 'extend', to: (b) => to('/deviceopen/delay', { id: b.id }) },
    {
      label: '修改预约',
      can: 'change',
      to: (b) => to(b.kind === 'self_operated' ? '/deviceopen/applyTime' : '/deviceopen/apply', { id: b.id }),
    },
    {
      label: '打印送样单',
      show: (b) => b.kind === 'sample_delivery' && !isOver(b.state),
      to: (b) => to('/appointment/orderDetail', { id: b.id, print: 1 }),
    },
    { label: '再次预约', show: (b) => isOver(b.state) && b.booker.id === me, to: makeAgainLink },
  ]
}
const isAsked = (b: BookingRow): boolean => b.can.includes('approve') || b.can.includes('refuse')

const run = (event: 'approve' | 'refuse', rows: readonly BookingRow[], reason: string) =>
  sayInParts(
    rows,
    async (part) =>
      (await decideBookings.run({ body: { event, reason, items: part.map(pickSeen) } })).verdicts,
    event === 'approve' ? '通过' : '驳回',
    (id) => `预约单 ${id}`,
  )
/** Batch decisions; each booking is decided separately. */
export const bookingBatch: readonly BatchAction<BookingRow>[] = [
  {
    label: (n) => `通过 ${n} 条`,
    can: 'approve',
    confirm: (rows) => ({
      title: `通过 ${rows.length} 条预约？`,
      text: '送样预约需逐条安排测试时间，付款需选经费卡的也需逐条处理；这些将保持不变。',
      ok: `通过 ${rows.length} 条`,
    }),
    reason: opinionAsked,
    run: (rows, said) => run('approve', rows, said),
  },
  {
    label: (n) => `驳回 ${n} 条`,
    can: 'refuse',
    danger: true,
    confirm: (rows) => ({
      title: `驳回 ${rows.length} 条预约？`,
      text: '这些预约占用的时间将释放，并把原因告知预约人。',
      ok: `驳回 ${rows.length} 条`,
    }),
    reason: (rows) => ({
      label: '驳回原因',
      required: true,
      picks: [...new Set(rows.flatMap((b) => refusalPicks(b.state)))],
    }),
    run: (rows, reason) => run('refuse', rows, reason),
  },
]
