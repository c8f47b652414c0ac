import { buildingRefusals, MAX_PLACE_IMAGES, type PlaceImage } from '@portal/contract/building/building'
import { fileUrl } from '@portal/contract/file/file'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import * as files from '../file/file.service.ts'

// Pictures of buildings and rooms. Callers must have checked the permission and locked the row.

type Place = 'building' | 'room'
const FULL = { building: 'BUILDING_IMAGES_FULL', room: 'ROOM_IMAGES_FULL' } as const

const findImage = ({ id, width, height }: files.FileRow): PlaceImage => ({
  id,
  url: fileUrl(id),
  width,
  height,
})

/** Reads the pictures of many places in one query. */
export async function readImages(
  ctx: Ctx,
  place: Place,
  ids: readonly number[],
): Promise<(id: number) => PlaceImage[]> {
  const pictures = await files.listFiles(ctx, place, ids)
  return (id) => (pictures.get(id) ?? []).map(findImage)
}

export async function addImage(ctx: Ctx, place: Place, id: number): Promise<PlaceImage> {
  const upload = ctx.requireFile('图片')
  if ((await readImages(ctx, place, [id]))(id).length >= MAX_PLACE_IMAGES)
    throw refuse(FULL[place], buildingRefusals[FULL[place]])
  return findImage(await files.keepPicture(ctx, upload, { business: place, rowId: id, visibility: 'public' }))
}

/** Removes a picture of this place; throws notFound for a picture of another place. */
export async function removeImage(ctx: Ctx, place: Place, id: number, fileId: string): Promise<null> {
  if (!(await readImages(ctx, place, [id]))(id).some((p) => p.id === fileId)) throw notFound('图片')
  await files.remove(ctx, fileId)
  return null
}
