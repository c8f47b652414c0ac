import type { MapShape } from '@portal/contract/campus-map/campus-map'

type Point = [x: number, y: number]
export interface Outline extends Omit<MapShape, 'buildingId'> {
  /** The building's number in the drawing, if it has one. */
  serialId: string | null
}
export interface Outlines {
  width: number
  height: number
  shapes: Outline[]
}

export const MAX_SHAPES = 2000
export const MAX_POINTS = 10_000
/** The longer side of a drawing, in map units, and the margin around it. */
const SIDE = 2000
const MARGIN = 40

const isPoint = (v: unknown): v is Point =>
  Array.isArray(v) && v.length >= 2 && Number.isFinite(v[0]) && Number.isFinite(v[1])
const isLine = (v: unknown): v is Point[] => Array.isArray(v) && v.length >= 2 && v.every(isPoint)
const isRings = (v: unknown): v is Point[][] =>
  Array.isArray(v) && v.length > 0 && v.every((ring) => isLine(ring) && ring.length >= 4)

interface Drawn {
  closed: boolean
  points: Point[][]
}
function readDrawing(geometry: unknown): Drawn[] {
  const { type, coordinates: c } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown }
  if (type === 'Polygon' && isRings(c)) return [{ closed: true, points: c }]
  if (type === 'MultiPolygon' && Array.isArray(c) && c.every(isRings))
    return c.map((points) => ({ closed: true, points }))
  if (type === 'LineString' && isLine(c)) return [{ closed: false, points: [c] }]
  if (type === 'MultiLineString' && Array.isArray(c) && c.every(isLine)) return [{ closed: false, points: c }]
  return []
}

const word = (v: unknown): string | null =>
  typeof v === 'string' || typeof v === 'number' ? String(v).trim().slice(0, 60) || null : null

/**
 * Reads GeoJSON, in degrees or in units of its own, into map units: x to the right, y down. `'large'`: too
 * large for a page; null: not GeoJSON.
 */
export function readOutlines(text: string): Outlines | 'large' | null {
  let json: { type?: unknown; features?: unknown }
  try {
    json = JSON.parse(text) as typeof json
  } catch {
    return null
  }
  if (json?.type !== 'FeatureCollection' || !Array.isArray(json.features)) return null
  const found = (
    json.features as { properties?: Record<string, unknown> | null; geometry?: unknown }[]
  ).flatMap((feature) => {
    const p = feature?.properties ?? {}
    const about = {
      name: word(p['name']),
      serialId: word(p['serialId']),
      building: p['building'] !== undefined || p['kind'] === 'building',
    }
    return readDrawing(feature?.geometry).map((drawn) => ({ ...about, ...drawn }))
  })
  const points = found.flatMap((f) => f.points.flat())
  if (found.length > MAX_SHAPES || points.length > MAX_POINTS) return 'large'
  const toMap = makeProjection(points)
  if (!toMap) return null
  const shapes = found.map(({ name, serialId, building, closed, points: rings }): Outline => ({
    kind: !closed ? 'line' : building || serialId ? 'building' : 'area',
    name,
    serialId,
    points: rings.map((ring) => ring.map(toMap.of)),
  }))
  return { width: toMap.width, height: toMap.height, shapes }
}

function makeProjection(points: readonly Point[]) {
  const span = (at: 0 | 1) =>
    points.reduce(([low, high], p) => [Math.min(low, p[at]), Math.max(high, p[at])] as Point, [
      Infinity,
      -Infinity,
    ] as Point)
  const [west, east] = span(0)
  const [south, north] = span(1)
  const degrees = west >= -180 && east <= 180 && south >= -90 && north <= 90
  // A degree of longitude is shorter than a degree of latitude.
  const narrow = degrees ? Math.cos((((south + north) / 2) * Math.PI) / 180) : 1
  const [w, h] = [(east - west) * narrow, north - south]
  if (!(w > 0 && h > 0)) return null
  const scale = (SIDE - 2 * MARGIN) / Math.max(w, h)
  const round = (n: number) => Math.round(n * 10) / 10
  return {
    width: Math.ceil(w * scale) + 2 * MARGIN,
    height: Math.ceil(h * scale) + 2 * MARGIN,
    of: ([x, y]: Point): Point => [
      round((x - west) * narrow * scale + MARGIN),
      round((north - y) * scale + MARGIN),
    ],
  }
}

/** The place of a shape's pin: the centroid of its outer ring. */
export function findMiddle({ points: [ring = []] }: Pick<Outline, 'points'>): Point {
  let [area, x, y] = [0, 0, 0]
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length] ?? [x1, y1]
    const cross = x1 * y2 - x2 * y1
    area += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  })
  if (area === 0) return ring[0] ?? [0, 0]
  return [x / (3 * area), y / (3 * area)]
}
