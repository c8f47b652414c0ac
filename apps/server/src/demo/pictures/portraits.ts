import { PICTURE_PX, THUMB_PX } from '@portal/contract/file/file'
import type pg from 'pg'
import { redraw, type Picture } from '../../adapters/images/pictures.ts'
import { addMinutes } from '../../kernel/time.ts'
import type { Kind } from '../campus/kind.ts'
import { kinds } from '../campus/kinds.ts'
import { castId } from '../campus/labs.ts'
import type { Device, Frame } from '../campus/model.ts'
import type { Files } from '../files.ts'
import { drawings } from './drawings.ts'
import { palettes } from './palettes.ts'
import { receipt } from './receipt.ts'
import { scene } from './shapes.ts'

/** The number of colours among kinds with the same drawing. */
const COLOURS = 3

async function drawn(svg: string): Promise<Picture> {
  const picture = await redraw(Buffer.from(svg), PICTURE_PX, THUMB_PX)
  if (!picture) throw new Error('demo: a picture cannot be drawn')
  return picture
}

/** A picture for every kind of instrument; kinds with the same drawing and colour share one. */
export async function portraits(): Promise<ReadonlyMap<Kind, Picture>> {
  const met = new Map<string, number>()
  const pictures = new Map<string, Promise<Picture>>()
  const each = kinds.map(async (kind): Promise<readonly [Kind, Picture]> => {
    const turn = met.get(kind.drawing) ?? 0
    met.set(kind.drawing, turn + 1)
    const first = Object.keys(drawings).indexOf(kind.drawing)
    const palette = palettes[(first + (turn % COLOURS)) % palettes.length]! // the index is below the length
    const key = `${kind.drawing} ${turn % COLOURS}`
    let picture = pictures.get(key)
    if (!picture) pictures.set(key, (picture = drawn(scene(palette, drawings[kind.drawing](palette)))))
    return [kind, await picture]
  })
  return new Map(await Promise.all(each))
}

/** Only the first devices get a picture, because nobody looks at so many in a demo. */
const MOST_PICTURES = 1000

/** Stores the picture of its kind for each device; lists show it after `showPortraits`. */
export function hangPortraits(
  devices: readonly Device[],
  pictures: ReadonlyMap<Kind, Picture>,
  files: ReturnType<Files['into']>,
  { now }: Frame,
): void {
  const about = {
    business: 'device',
    visibility: 'public',
    ownerId: castId('equipoffice'),
    createdAt: addMinutes(now, -300 * 1440),
  } as const
  for (const { id, name, kind } of devices.slice(0, MOST_PICTURES)) {
    const picture = pictures.get(kind)
    if (picture) files.keepPicture(picture, { ...about, rowId: id, name: `${name}.webp` })
  }
}
export const showPortraits = (client: pg.Client) =>
  client.query(
    `update device d set image_file_id = f.id from file f where f.business = 'device' and f.row_id = d.id`,
  )

export const receiptPicture = (): Promise<Picture> => drawn(receipt())
