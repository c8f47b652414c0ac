import type { DeviceBase, DeviceBody } from '@portal/contract/device/body'
import { deviceRefusals } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, refuseField } from '../../kernel/refuse.ts'
import * as files from '../file/file.service.ts'
import { requireActive } from '../lab/lab.service.ts'
import { orderedDays, searchableDevice } from './device.rules.ts'
import * as store from './device.store.ts'
import * as states from './state.store.ts'

export async function judgeBase(ctx: Ctx, body: DeviceBase, knownContact: number | null): Promise<number> {
  const deptId = await states.findDeptOfLab(ctx.db, body.labId)
  if (deptId === undefined) throw refuseField('labId', '实验室不存在')
  if (body.contactId && body.contactId !== knownContact) await requireActive(ctx, body.contactId, 'contactId')
  return deptId
}

export const translateViolation = defineTranslation({
  device_serial_id_key: () =>
    refuseField('serialId', deviceRefusals.DEVICE_SERIAL_TAKEN, 'DEVICE_SERIAL_TAKEN'),
  device_category_id_fkey: () => refuseField('categoryId', '分类不存在'),
  device_room_id_fkey: () => refuseField('roomId', '房间不存在'),
})

/**
 * Creates an instrument from a purchase, with everything entered during it. The caller must have checked the
 * permission.
 */
export async function takeIn(ctx: Ctx, came: DeviceBody): Promise<number> {
  const body = { ...came, ...orderedDays(came) }
  const deptId = await judgeBase(ctx, body, null)
  return (await translateViolation(() => store.add(ctx, body, deptId, searchableDevice(body)))).id
}

/** Only the first pictures are copied, because a delivery of many pieces has many pictures. */
const FIRST_PICTURES = 4
/**
 * Copies the pictures taken on delivery, stored with a row of another module, as the device's first pictures.
 */
export async function takePictures(
  ctx: Ctx,
  deviceId: number,
  business: string,
  rowId: number,
): Promise<void> {
  const [cover] = await files.copy(ctx, business, rowId, deviceId, {
    business: 'device',
    visibility: 'public',
    atMost: FIRST_PICTURES,
  })
  if (cover) await store.setCover(ctx, deviceId, cover)
}
