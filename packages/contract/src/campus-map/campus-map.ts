import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, id, idParams, keyword, line, optionalLine } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'

export const campusMapRefusals = {
  GEOJSON_UNREADABLE: '文件不是可用的 GeoJSON：需要含面或线的 FeatureCollection',
  GEOJSON_TOO_LARGE: '地图过于复杂：最多 2000 个图形、10000 个点，请简化后再上传',
} as const

/**
 * An outline in the map's own units, x to the right and y down. A building's outline is coloured and belongs
 * to its pin.
 */
export const mapShape = z.object({
  kind: z.enum(['building', 'area', 'line']),
  name: z.string().nullable(),
  buildingId: z.number().nullable(),
  /** Rings or lines; the first ring of a polygon is its outer boundary. */
  points: z.array(z.array(z.tuple([z.number(), z.number()]))),
})
export type MapShape = z.output<typeof mapShape>

export const campusMapRow = z.object({
  id: z.number(),
  campus: z.string(),
  kind: z.enum(['picture', 'outlines']),
  updatedAt: at,
})
export type CampusMapRow = z.output<typeof campusMapRow>
export const campusMap = campusMapRow.extend({
  width: z.number(),
  height: z.number(),
  /** Address of the picture; null if there is none. */
  url: z.string().nullable(),
  shapes: z.array(mapShape),
})
export type CampusMap = z.output<typeof campusMap>

export const mapBuilding = ref.extend({
  serialId: z.string(),
  campus: z.string().nullable(),
  address: z.string().nullable(),
  /** Position as fractions (0–1) of the map's width and height; null if the building is not on the map. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** Number of shared instruments in the building that match the search. */
  devices: z.number(),
  /** Address of the building's picture; null if there is none. */
  imageUrl: z.string().nullable(),
})
export type MapBuilding = z.output<typeof mapBuilding>

/** Most buildings in a reply; more than a campus has. A longer list must be narrowed by a search. */
export const MAP_BUILDINGS = 500

const managers = { anyOf: ['LABORATORY_ALL'] } as const
const part = z.number('位置应为数字').min(0, '位置超出地图').max(1, '位置超出地图')

export const campusMapCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/campus-map',
    summary: '校园地图列表',
    access: 'signed-in',
    reply: z.array(campusMapRow),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/campus-map/{id}',
    summary: '校园地图',
    access: 'signed-in',
    params: idParams,
    reply: campusMap,
  }),
  /**
   * Buildings with the number of their shared instruments; with a keyword, buildings whose name or
   * instruments match.
   */
  buildings: call({
    method: 'GET',
    path: '/api/v2/campus-map/buildings',
    summary: '地图上的楼宇',
    access: 'signed-in',
    query: z.object({ keyword, campus: optionalLine('校区', 60) }),
    reply: z.array(mapBuilding),
  }),
  devices: call({
    method: 'GET',
    path: '/api/v2/campus-map/devices',
    summary: '楼宇中的共享仪器',
    access: 'signed-in',
    query: pageQuery.extend({ buildingId: id, keyword }),
    reply: definePage(
      ref.extend({
        serialId: z.string(),
        model: z.string().nullable(),
        lab: z.string(),
        room: z.string(),
        status: z.string(),
      }),
    ),
  }),
  /**
   * Uploads a picture or GeoJSON. From GeoJSON, buildings with a matching name or number (`serialId`) get
   * their position.
   */
  upload: call({
    method: 'POST',
    path: '/api/v2/campus-map',
    summary: '上传校园地图',
    access: managers,
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_000_000, accept: ['image', 'text'] },
    body: z.object({ campus: line('校区', 40) }),
    reply: z.object({ id: z.number(), placed: z.number() }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/campus-map/{id}',
    summary: '删除校园地图',
    access: managers,
    params: idParams,
    reply: done,
  }),
  /** Sets or removes a building's position on the map. */
  pin: call({
    method: 'PUT',
    path: '/api/v2/campus-map/pin/{id}',
    summary: '标注楼宇位置',
    access: managers,
    params: idParams,
    body: z.object({ at: z.object({ x: part, y: part }).nullable() }),
    reply: done,
  }),
}
