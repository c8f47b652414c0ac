import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import { labRefusals, MAX_LAB_IMAGES, type labCalls } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as files from '../file/file.service.ts'
import * as store from './lab.store.ts'
import { allowEdit, findStanding } from './standing.action.ts'

const BUSINESS = 'lab'
const listPictures = async (ctx: Ctx, labId: number) =>
  (await files.listFiles(ctx, BUSINESS, [labId])).get(labId) ?? []
const findImage = ({ id, name, width, height, createdAt }: files.FileRow) => ({
  id,
  name,
  width,
  height,
  createdAt,
  url: fileUrl(id),
})

export async function listImages(ctx: Ctx, { query }: Parsed<typeof labCalls.images>) {
  const { id } = await findStanding(ctx, query.id)
  return (await listPictures(ctx, id)).map(findImage)
}

export async function addImage(ctx: Ctx, { body }: Parsed<typeof labCalls.addImage>) {
  const upload = ctx.requireFile('图片')
  ctx.target = `lab ${body.labId}`
  await allowEdit(ctx, body.labId, 'intro')
  await store.lock(ctx, body.labId)
  if ((await listPictures(ctx, body.labId)).length >= MAX_LAB_IMAGES)
    throw refuse('LAB_IMAGES_FULL', labRefusals.LAB_IMAGES_FULL)
  return findImage(
    await files.keepPicture(ctx, upload, { business: BUSINESS, rowId: body.labId, visibility: 'public' }),
  )
}

export async function removeImage(ctx: Ctx, { query }: Parsed<typeof labCalls.removeImage>) {
  const file = await files.find(ctx, query.id)
  if (file?.business !== BUSINESS || file.rowId === null) throw notFound('图片')
  ctx.target = `lab ${file.rowId}`
  await allowEdit(ctx, file.rowId, 'intro')
  await files.remove(ctx, file.id)
  return null
}
