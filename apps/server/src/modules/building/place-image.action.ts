import { buildingRefusals, MAX_PLACE_IMAGES, type PlaceImage } from '@portal/contract/building/building'
import { fileUrl } from '@portal/contract/file/file'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, notFound, refuse } from '../../kernel/refuse.ts'
import * as files from '../file/file.service.ts'

// What buildings and rooms look like. Who may add and remove has been asked, and the row is held, when these
// are called.

type Place = 'building' | 'room'
const FULL = { building: 'BUILDING_IMAGES_FULL', room: 'ROOM_IMAGES_FULL' } as const

const findImage = ({ id, width, height }: files.FileRow): PlaceImage => ({
  id,
  url: fileUrl(id),
  width,
  height,
})

/** Asks for the pictures of many places in one query. */
export async function readImages(
  ctx: Ctx,
  place: Place,
  ids: readonly number[],
): Promise<(id: number) => PlaceImage[]> {
  const pictures = await files.listFiles(ctx, place, ids)
  return (id) => (pictures.get(id) ?? []).map(findImage)
}

export async function addImage(ctx: Ctx, place: Place, id: number): Promise<PlaceImage> {
  const [upload] = ctx.files
  if (!upload) throw fail('BAD_REQUEST', '请选择图片')
  if ((await readImages(ctx, place, [id]))(id).length >= MAX_PLACE_IMAGES)
    throw refuse(FULL[place], buildingRefusals[FULL[place]])
  return findImage(await files.keepPicture(ctx, upload, { business: place, rowId: id, visibility: 'public' }))
}

/** Removes a picture of this place: another place's is not found. */
export async function removeImage(ctx: Ctx, place: Place, id: number, fileId: string): Promise<null> {
  if (!(await readImages(ctx, place, [id]))(id).some((p) => p.id === fileId)) throw notFound('图片')
  await files.remove(ctx, fileId)
  return null
}
