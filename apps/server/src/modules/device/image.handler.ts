import { deviceRefusals, MAX_DEVICE_IMAGES, type deviceCalls } from '@portal/contract/device/device'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as files from '../file/file.service.ts'
import { requireCan } from './access.action.ts'
import * as store from './device.store.ts'
import { showImage } from './device.view.ts'

const listPictures = async (ctx: Ctx, deviceId: number) =>
  (await files.listFiles(ctx, 'device', [deviceId])).get(deviceId) ?? []

export async function addImage(ctx: Ctx, { body }: Parsed<typeof deviceCalls.addImage>) {
  const upload = ctx.requireFile('图片')
  const device = await requireCan(ctx, body.deviceId, 'edit')
  await store.lock(ctx, device.id)
  const before = await listPictures(ctx, device.id)
  if (before.length >= MAX_DEVICE_IMAGES) throw refuse('IMAGES_FULL', deviceRefusals.IMAGES_FULL)
  const file = await files.keepPicture(ctx, upload, {
    business: 'device',
    rowId: device.id,
    visibility: 'public',
  })
  const isFirst = before.length === 0
  if (isFirst) await store.setCover(ctx, device.id, file.id)
  return showImage(file, isFirst ? file.id : null)
}

async function requirePicture(ctx: Ctx, deviceId: number, fileId: string) {
  await requireCan(ctx, deviceId, 'edit')
  await store.lock(ctx, deviceId)
  const pictures = await listPictures(ctx, deviceId)
  if (!pictures.some((p) => p.id === fileId)) throw notFound('图片')
  return pictures
}

export async function removeImage(ctx: Ctx, { params }: Parsed<typeof deviceCalls.removeImage>) {
  const pictures = await requirePicture(ctx, params.id, params.fileId)
  await files.remove(ctx, params.fileId)
  await store.keepCover(ctx, params.id, pictures.find((p) => p.id !== params.fileId)?.id ?? null)
  return null
}

export async function chooseCover(ctx: Ctx, { params }: Parsed<typeof deviceCalls.chooseCover>) {
  await requirePicture(ctx, params.id, params.fileId)
  await store.setCover(ctx, params.id, params.fileId)
  return null
}
