import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { addMinutes, shownPeriod } from '../../kernel/time.ts'
import type {} from '../device/device.events.ts'
import * as store from './device-news.store.ts'

/** Where nobody knows how long it lasts, those of the next days are told. */
const UNKNOWN_MINUTES = 7 * 24 * 60

/** A device is out of order, or in order again: who is to use it meanwhile hears of it. What he does then is his to decide: nothing is cancelled. */
export async function warnOfDevice(ctx: Ctx, { deviceId, name, status, note, until }: EventMap['device.status_changed']): Promise<void> {
  const works = status === 'normal'
  for (const b of await store.coming(ctx, deviceId, ctx.now, until && until > ctx.now ? until : addMinutes(ctx.now, UNKNOWN_MINUTES))) {
    const what = `${name}，${shownPeriod(b.startAt, b.endAt, ctx.env.CAMPUS_TZ)}`
    await tell(ctx, {
      userIds: [...new Set([b.bookerId, b.experimenterId])],
      kind: 'booking',
      title: works ? '您预约的仪器已恢复正常' : '您预约的仪器暂时不能使用',
      body: works ? what : [what, note && `原因：${note}`, '可以等待恢复，也可以在预约详情中取消。'].filter(Boolean).join('\n'),
      link: `/appointment/orderDetail?id=${b.id}`,
      mail: !works,
    })
  }
}
