import type { Ctx } from '../../kernel/ctx.ts'
import { takeInParts, type Job } from '../../kernel/jobs.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { findLocal } from '../../kernel/time.ts'
import * as store from './maintenance.store.ts'

const AT_ONCE = 500

/**
 * Reminds from three days before the due date and then weekly. If the keeper's account is closed, the
 * laboratory's director is reminded instead.
 */
async function remindSome(ctx: Ctx, limit: number): Promise<number> {
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const due = await store.takeDue(ctx, day, limit)
  for (const p of due) {
    const late = p.nextOn < day
    const left = `保养负责人${p.keeperName}的账号已停用，请另行指定。`
    await tell(ctx, {
      ...(p.keeperId === null
        ? { role: { role: 'lab_director', labId: p.labId } }
        : { userIds: [p.keeperId] }),
      kind: 'system',
      title: late ? '仪器保养已逾期' : '仪器保养即将到期',
      body: `${p.deviceName}（${p.deviceSerialId}）的“${p.title}”应于 ${p.nextOn} 进行${late ? '，尚未登记' : ''}，请完成后登记。${p.keeperId === null ? left : ''}`,
      // Not the label: who is named in a plan need not be able to see the instrument.
      link: `/osp/asset/maintenance?deviceId=${encodeURIComponent(p.deviceSerialId)}`,
      mail: true,
    })
  }
  return due.length
}

export const maintenanceJobs: readonly Job[] = [
  {
    name: 'maintenance-remind',
    title: '提醒到期的仪器保养',
    cron: '30 8 * * *',
    run: (job) => takeInParts(job, AT_ONCE, remindSome),
  },
]
