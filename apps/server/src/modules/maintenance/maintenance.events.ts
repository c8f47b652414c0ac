import type { Ctx } from '../../kernel/ctx.ts'
import { listen, type EventMap } from '../../kernel/events.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { looksAfter } from '../asset/asset.rules.ts'
import { readWorld } from '../asset/asset.service.ts'
import { registerFileReaders } from '../file/file.service.ts'
import type {} from '../device/device.events.ts'
import type {} from '../people/closing.events.ts'
import * as store from './maintenance.store.ts'

export function maintenanceListeners(): void {
  listen('people.posts_passed', async (ctx, { userId, posts }) => {
    for (const { kind, id, successorId } of posts)
      if (kind === 'keeper') await store.passPlan(ctx, id, userId, successorId)
  })
  // Whether it was scrapped by an application, by hand or by an import.
  listen('device.status_changed', async (ctx, { deviceId, status }) => {
    if (status === 'scrapped') await store.stopPlans(ctx, deviceId)
  })
  listen('device.moved', askForKeepers)
  registerFileReaders('maintenance', maySeeRecord)
}

/**
 * A device moves to another laboratory with its plans. Whoever carries them out may still belong to the old
 * one and would be reminded on and on of an instrument that they no longer have.
 */
async function askForKeepers(ctx: Ctx, { deviceId, name, toLabId }: EventMap['device.moved']): Promise<void> {
  const strangers = await store.listStrangers(ctx.db, deviceId)
  const [first] = strangers
  if (!first) return
  const names = strangers.map((k) => k.name).join('、')
  await tell(ctx, {
    role: { role: 'lab_director', labId: toLabId },
    kind: 'system',
    title: '请确认调入仪器的保养负责人',
    body:
      `${name}（${first.deviceSerialId}）已转入${first.labName}，保养计划一并转入，` +
      `负责人${names}不属于该实验室，请确认或另行指定。`,
    link: `/osp/asset/maintenance?deviceId=${encodeURIComponent(first.deviceSerialId)}`,
  })
}

async function maySeeRecord(ctx: Ctx, recordId: number): Promise<boolean> {
  const record = await store.findRecord(ctx.db, recordId)
  return (
    record !== undefined && (record.createdById === ctx.me.id || looksAfter(await readWorld(ctx), record))
  )
}
