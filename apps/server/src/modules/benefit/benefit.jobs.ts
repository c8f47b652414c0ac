import { yearText } from '@portal/contract/benefit/benefit'
import type { Job } from '../../kernel/jobs.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { findLocal } from '../../kernel/time.ts'
import * as store from './benefit.store.ts'

const SOME = 5000

/**
 * Reminds a week before the due day, on the day before, and once a week afterwards; one message for each
 * keeper, however many instruments they keep.
 */
const remindKeepers: Job = {
  name: 'benefit-remind',
  title: '提醒填报效益评价',
  cron: '40 8 * * *',
  async run(ctx) {
    const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
    const due = await store.takeDue(ctx, day, SOME)
    const makeKey = (d: store.Due) => `${d.contactId ?? `lab ${d.labId}`} ${d.yearKind} ${d.year}`
    for (const own of Map.groupBy(due, makeKey).values()) {
      const [first] = own
      if (!first) continue
      const late = first.dueOn < day
      await tell(ctx, {
        ...(first.contactId === null
          ? { role: { role: 'lab_director' as const, labId: first.labId } }
          : { userIds: [first.contactId] }),
        kind: 'benefit',
        title: late ? '效益评价填报已逾期' : '效益评价填报即将截止',
        body: `${yearText(first.yearKind, first.year)}使用效益评价，您有 ${own.length} 台仪器尚未提交（${first.deviceName}${own.length > 1 ? ' 等' : ''}），截止日期 ${first.dueOn}。`,
        link: '/statistic/benefit?scope=waiting',
        mail: true,
      })
    }
    return due.length
  },
}

export const benefitJobs: readonly Job[] = [remindKeepers]
