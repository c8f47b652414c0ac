import { campusMapRefusals, MAP_BUILDINGS, type campusMapCalls } from '@portal/contract/campus-map/campus-map'
import { fileUrl } from '@portal/contract/file/file'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx, UploadedFile } from '../../kernel/ctx.ts'
import { notFound, refuseField } from '../../kernel/refuse.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import * as files from '../file/file.service.ts'
import * as store from './campus-map.store.ts'
import { findMiddle, readOutlines, type Outline } from './outline.rules.ts'
import { readImages } from './place-image.action.ts'
import { countDevices } from './device-count.action.ts'

export const list = (ctx: Ctx) => store.listMaps(ctx.db)

export async function get(ctx: Ctx, { params }: Parsed<typeof campusMapCalls.get>) {
  const row = await store.find(ctx.db, params.id)
  if (!row) throw notFound('校园地图')
  return { ...row, url: row.fileId && fileUrl(row.fileId) }
}

function readWord(keyword: string | undefined) {
  const sought = keyword ? queryGrams(keyword) : undefined
  return keyword && sought ? { keyword, sought } : null
}

export async function listBuildings(ctx: Ctx, { query }: Parsed<typeof campusMapCalls.buildings>) {
  const word = readWord(query.keyword)
  const rows = await store.listBuildings(ctx.db, query.campus || null, word?.keyword ?? null, MAP_BUILDINGS)
  const all = await countDevices(ctx)
  const sought = word ? await countDevices(ctx, word) : all
  const shown = rows
    .map((b) => ({ ...b, devices: (b.named ? all : sought).get(b.id) ?? 0 }))
    .filter((b) => !word || b.named || b.devices > 0)
  const pictures = await readImages(
    ctx,
    'building',
    shown.map((b) => b.id),
  )
  return shown.map((b) => ({ ...b, imageUrl: pictures(b.id)[0]?.url ?? null }))
}
export const listDevices = (ctx: Ctx, { query }: Parsed<typeof campusMapCalls.devices>) =>
  store.listDevices(ctx.db, query.buildingId, readWord(query.keyword), query)

// ── Writing ──────────────────────────────────────────────────────────────────

export async function upload(ctx: Ctx, { body: { campus } }: Parsed<typeof campusMapCalls.upload>) {
  const file = ctx.requireFile('地图文件')
  const before = await store.lockMap(ctx, campus)
  const made = file.mime.startsWith('image/')
    ? await keepPicture(ctx, campus, file)
    : await keepOutlines(ctx, campus, file)
  ctx.target = `campus map ${made.id}`
  if (before?.fileId) await files.remove(ctx, before.fileId)
  return made
}

async function keepPicture(ctx: Ctx, campus: string, file: UploadedFile) {
  const {
    id: fileId,
    width,
    height,
  } = await files.keepPicture(ctx, file, { business: 'campus-map', visibility: 'public' })
  const { id } = await store.keepMap(ctx, campus, {
    width: width ?? 1,
    height: height ?? 1,
    fileId,
    shapes: null,
  })
  return { id, placed: 0 }
}

async function keepOutlines(ctx: Ctx, campus: string, file: UploadedFile) {
  const map = readOutlines((await file.received.read()).toString())
  if (map === 'large') throw refuseField('file', campusMapRefusals.GEOJSON_TOO_LARGE, 'GEOJSON_TOO_LARGE')
  if (!map) throw refuseField('file', campusMapRefusals.GEOJSON_UNREADABLE, 'GEOJSON_UNREADABLE')
  const known = await store.findOnCampus(
    ctx.db,
    campus,
    listWords(map.shapes, 'serialId'),
    listWords(map.shapes, 'name'),
  )
  const findBuilding = (shape: Outline) =>
    shape.kind === 'line'
      ? undefined
      : (known.find((b) => b.serialId === shape.serialId) ?? known.find((b) => b.name === shape.name))
  const shapes = map.shapes.map((shape) => {
    const building = findBuilding(shape)
    return {
      kind: building ? ('building' as const) : shape.kind,
      name: shape.name,
      buildingId: building?.id ?? null,
      points: shape.points,
    }
  })
  const { id } = await store.keepMap(ctx, campus, {
    width: map.width,
    height: map.height,
    fileId: null,
    shapes,
  })
  // A building drawn in several pieces has its pin on the first one.
  const pins = new Map(
    map.shapes.toReversed().flatMap((shape) => {
      const [x, y] = findMiddle(shape)
      const building = findBuilding(shape)
      return building
        ? [[building.id, { id: building.id, x: x / map.width, y: y / map.height }] as const]
        : []
    }),
  )
  return { id, placed: await store.pin(ctx, [...pins.values()]) }
}
const listWords = (shapes: readonly Outline[], key: 'serialId' | 'name'): string[] => [
  ...new Set(shapes.flatMap((s) => s[key] ?? [])),
]

export async function remove(ctx: Ctx, { params }: Parsed<typeof campusMapCalls.remove>) {
  ctx.target = `campus map ${params.id}`
  const row = await store.find(ctx.db, params.id)
  if (!row) throw notFound('校园地图')
  await store.remove(ctx, params.id)
  if (row.fileId) await files.remove(ctx, row.fileId)
  return null
}

export async function pin(ctx: Ctx, { params, body }: Parsed<typeof campusMapCalls.pin>) {
  ctx.target = `building ${params.id}`
  if (!(await store.pin(ctx, [{ id: params.id, x: body.at?.x ?? null, y: body.at?.y ?? null }])))
    throw notFound('楼宇')
  return null
}
