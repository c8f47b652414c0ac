import { PICTURE_PX, THUMB_PX } from '@portal/contract/file/file'
import { redraw, type Picture } from '../../adapters/images/pictures.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import type { Kind } from '../campus/kind.ts'
import { castId } from '../campus/labs.ts'
import type { Frame, Lab } from '../campus/model.ts'
import { buildingName, campusLayouts, MAIN } from '../campus/places.ts'
import type { Files } from '../files.ts'
import { campusOutlines, campusPlan } from '../pictures/campus.ts'

/** The drawn plan of the main campus. */
export async function drawnPlan(): Promise<Picture | undefined> {
  const layout = campusLayouts().get(MAIN)
  return layout && redraw(Buffer.from(campusPlan(layout)), PICTURE_PX, THUMB_PX)
}

const DAYS_AGO = 200
interface Shown {
  files: ReturnType<Files['into']>
  plan: Picture | undefined
}
/**
 * A map for each campus: the main one is a picture with pins, the others are outlines as GeoJSON gives them.
 */
export function fillCampusMaps(copier: Copier, { now }: Frame, { files, plan }: Shown): void {
  const rows = copier.table('campus_map', [
    'id',
    'campus',
    'width',
    'height',
    'file_id',
    'shapes',
    'updated_at',
  ])
  const updatedAt = addMinutes(now, -DAYS_AGO * 1440)
  ;[...campusLayouts()].forEach(([campus, layout], i) => {
    const row = { id: i + 1, campus, updated_at: updatedAt }
    if (campus === MAIN && plan) {
      const fileId = files.keepPicture(plan, {
        business: 'campus-map',
        rowId: null,
        visibility: 'public',
        ownerId: castId('equipoffice'),
        createdAt: updatedAt,
        name: `${campus}平面图.webp`,
      })
      rows.add({ ...row, width: plan.width, height: plan.height, file_id: fileId, shapes: null })
    } else
      rows.add({
        ...row,
        width: layout.width,
        height: layout.height,
        file_id: null,
        shapes: { json: campusOutlines(layout, buildingName) },
      })
  })
}

/** The number of laboratories whose door room has a picture. */
const SHOWN = 12
/** Adds a picture of the lab's first kind of instrument to its door room. */
export function hangRoomPictures(
  { now }: Frame,
  labs: readonly Lab[],
  pictures: ReadonlyMap<Kind, Picture>,
  files: ReturnType<Files['into']>,
): void {
  for (const { name, roomIds, kinds, adminId } of labs.slice(0, SHOWN)) {
    const [room] = roomIds
    const picture = kinds[0] && pictures.get(kinds[0])
    if (room !== undefined && picture)
      files.keepPicture(picture, {
        business: 'room',
        rowId: room,
        visibility: 'public',
        ownerId: adminId,
        createdAt: addMinutes(now, -DAYS_AGO * 1440),
        name: `${name}.webp`,
      })
  }
}
