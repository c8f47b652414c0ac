import type { Ctx } from '../../kernel/ctx.ts'
import { takeInParts } from '../../kernel/jobs.ts'
import { tell, type Tell } from '../../kernel/outbox.store.ts'
import { findLastDay, expiringUntil } from './qualification.rules.ts'
import * as store from './qualification.store.ts'

/** The page of a person's own qualifications. */
export const OWN_LIST = '/account/devices?view=qualifications'

export const tellPeople = (
  ctx: Ctx,
  userIds: number[],
  about: Pick<Tell, 'title' | 'body' | 'link'>,
): Promise<void> =>
  userIds.length > 0
    ? tell(ctx, { kind: 'booking', userIds, exceptUserId: ctx.actor?.id ?? null, mail: true, ...about })
    : Promise.resolve()

const AT_ONCE = 500
/** Tells people once for each term that it is about to expire; returns how many qualifications were due. */
export const warnOfExpiry = (job: Ctx): Promise<number> => takeInParts(job, AT_ONCE, warnSome)

async function warnSome(ctx: Ctx, limit: number): Promise<number> {
  const due = await store.takeRunningOut(ctx, expiringUntil(ctx.now), limit)
  for (const [userId, theirs] of Map.groupBy(due, (q) => q.userId)) {
    const which = theirs
      .map((q) => `${q.deviceName}（${findLastDay(q.validUntil, ctx.env.CAMPUS_TZ)} 到期）`)
      .join('、')
    await tellPeople(ctx, [userId], {
      title: '上机资格即将到期',
      body: `${which}，到期后不能自主上机预约，请联系仪器审核员或实验室负责人续期。`,
      link: OWN_LIST,
    })
  }
  return due.length
}
