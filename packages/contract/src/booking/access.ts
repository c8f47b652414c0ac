import { z } from 'zod'
import { bookingStates } from './booking.ts'

export const visible = {
  onRow: '预约人、实验人、付款人，该仪器的审核员，所属实验室的主任和管理员，有预约订单权限者',
}
export const stateSeen = z.enum(bookingStates, { error: '请刷新后重试' })
