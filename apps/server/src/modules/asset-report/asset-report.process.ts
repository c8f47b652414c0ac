import { assetRefusals, assetStateWords } from '@portal/contract/asset-report/asset-report'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import * as approval from '../approval/approval.service.ts'
import { setPlace } from '../device/device.service.ts'
import { assetFlow, type AssetProcess } from './asset-report.flow.ts'
import * as store from './asset-report.store.ts'

/** Also the file business of a report's pictures. */
export const BUSINESS = 'asset_report'

export interface Standing {
  userId: number
  office: boolean
}
export const readStanding = (ctx: Ctx): Standing => ({ userId: ctx.me.id, office: ctx.holds('DEVICE_ALL') })

function findRoles(a: store.AssetRow, who: Standing): AssetProcess['role'][] {
  return [
    ...(a.reporterId === who.userId ? (['reporter'] as const) : []),
    ...(who.office ? (['office'] as const) : []),
  ]
}

export const reports = defineProcess<AssetProcess>()(approval.inbox, {
  business: BUSINESS,
  flow: assetFlow,
  noun: '填报',
  unseen: '只有填报人和设备处可以查看',
  kind: 'system',
  find: (ctx, id) => store.find(ctx.db, id),
  write: (ctx, a, { to }) => store.step(ctx, a.id, a.state, to),

  standingOf: (ctx) => Promise.resolve(readStanding(ctx)),
  rolesOf: findRoles,
  sees: (_a, _who, roles) => roles.size > 0,
  knowsAll: () => true,

  effects: { takeOver },
  newsOf(a, { reason }, ctx) {
    if (a.reporterId === ctx.actor?.id) return []
    return {
      userIds: [a.reporterId],
      title: `固定资产填报${assetStateWords[a.state]}：${a.deviceName}`,
      body: reason ? `原因：${reason}` : '',
      link: `/constant/history?id=${a.id}`,
      mail: false,
    }
  },
  screensOf: () => [],
  doneWords: (a) => assetStateWords[a.state],
})

/**
 * Withdraws open reports that are no longer true, so that they cannot be accepted and others can report anew.
 */
export async function withdrawOpen(ctx: Ctx, deviceId: number, reason: string): Promise<void> {
  for (const id of await store.lockOpen(ctx, deviceId)) {
    const found = await reports.loadAsSystem(ctx, id)
    if (found) await reports.take(ctx, found, 'withdraw', { reason })
  }
}

/** Writes the reported room and contact to the device. */
async function takeOver(ctx: Ctx, a: store.AssetRow): Promise<void> {
  if (a.knownStatus === 'scrapped')
    throw refuse('ASSET_SCRAPPED', assetRefusals.ASSET_SCRAPPED, { status: 409 })
  if (!a.custodianEnabled) throw refuse('CUSTODIAN_GONE', assetRefusals.CUSTODIAN_GONE, { status: 409 })
  // Every report names a room, so that none is left only where the room was deleted meanwhile.
  if (a.roomId === null) throw refuse('ROOM_GONE', assetRefusals.ROOM_GONE, { status: 409 })
  await setPlace(ctx, a.deviceId, a.roomId, a.custodianId)
}
