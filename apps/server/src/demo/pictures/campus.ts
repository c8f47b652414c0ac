import type { MapShape } from '@portal/contract/campus-map/campus-map'
import { Random } from '../random.ts'
import { box, disc, line, oval, path } from './shapes.ts'

/** Map units, which are pixels in a picture of the map. */
const CELL = { width: 300, height: 250 }
const MARGIN = 60
/** Other places of a campus: a lake and a sports ground. */
const OPEN = 2

export interface Block {
  buildingId: number | null
  kind: 'building' | 'lake' | 'sports'
  x: number
  y: number
  width: number
  height: number
}
export interface Layout {
  width: number
  height: number
  columns: number
  rows: number
  blocks: readonly Block[]
}

/** Buildings in a grid of streets, each at a random place in its plot. The same ids give the same layout. */
export function makeLayout(campus: string, buildingIds: readonly number[]): Layout {
  const random = new Random(`map of ${campus}`)
  const plots = buildingIds.length + OPEN
  const columns = Math.max(3, Math.ceil(Math.sqrt(plots * 1.5)))
  const rows = Math.ceil(plots / columns)
  const open = [Math.floor(plots / 2), plots - 1]
  const waiting = [...buildingIds]
  const blocks = Array.from({ length: plots }, (_, i): Block => {
    const place = open.indexOf(i)
    const width = place < 0 ? random.int(130, 210) : 210
    const height = place < 0 ? random.int(90, 150) : 150
    return {
      buildingId: place < 0 ? (waiting.shift() ?? null) : null,
      kind: place < 0 ? 'building' : place === 0 ? 'lake' : 'sports',
      x: MARGIN + (i % columns) * CELL.width + random.int(40, CELL.width - 40 - width),
      y: MARGIN + Math.floor(i / columns) * CELL.height + random.int(35, CELL.height - 35 - height),
      width,
      height,
    }
  })
  return {
    width: 2 * MARGIN + columns * CELL.width,
    height: 2 * MARGIN + rows * CELL.height,
    columns,
    rows,
    blocks,
  }
}

type Street = readonly [x1: number, y1: number, x2: number, y2: number]
function listStreets({ columns, rows, width, height }: Layout): Street[] {
  const across = Array.from({ length: rows + 1 }, (_, i): Street => [
    20,
    MARGIN + i * CELL.height,
    width - 20,
    MARGIN + i * CELL.height,
  ])
  const down = Array.from({ length: columns + 1 }, (_, i): Street => [
    MARGIN + i * CELL.width,
    20,
    MARGIN + i * CELL.width,
    height - 20,
  ])
  return [...across, ...down]
}

/** The position of a building's pin, as fractions of width and height. */
export const findPin = ({ width, height }: Layout, b: Block) => ({
  x: (b.x + b.width / 2) / width,
  y: (b.y + b.height / 2) / height,
})

const LAWN = '#dfead6'
const ROOFS = ['#e9dccb', '#dfe3ea', '#e6d3c4', '#d9e2e6']

/**
 * The plan as a picture. Without text, because fonts differ between machines and the page shows the names.
 */
export function campusPlan(layout: Layout): string {
  const { width, height, blocks } = layout
  const random = new Random('trees')
  const streets = listStreets(layout)
  const paved = (color: string, w: number) =>
    streets.map(([x1, y1, x2, y2]) => line(x1, y1, x2, y2, color, w)).join('')
  const trees = Array.from({ length: 160 }, () => {
    const [x, y] = [random.int(20, width - 20), random.int(20, height - 20)]
    const free = blocks.every(
      (b) => x < b.x - 16 || x > b.x + b.width + 16 || y < b.y - 16 || y > b.y + b.height + 16,
    )
    return free ? disc(x, y, random.int(7, 12), '#9fc08d', { opacity: 0.9 }) : ''
  }).join('')
  const drawn = blocks.map((b, i) => drawnBlock(b, ROOFS[i % ROOFS.length] ?? LAWN)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${box(0, 0, width, height, LAWN, { rx: 0 })}${trees}${paved('#c9cfc6', 30)}${paved('#f7f7f3', 24)}${drawn}</svg>`
}

function drawnBlock({ kind, x, y, width, height }: Block, roof: string): string {
  const [cx, cy] = [x + width / 2, y + height / 2]
  if (kind === 'lake')
    return (
      oval(cx, cy, width / 2, height / 2.3, '#a9cfe6') +
      oval(cx - 20, cy - 10, width / 4, height / 6, '#bcdcee')
    )
  if (kind === 'sports') {
    const round = height / 2
    return (
      box(x, y, width, height, '#c9745a', { rx: round }) +
      box(x + 16, y + 16, width - 32, height - 32, '#9cc98b', { rx: round - 16 }) +
      line(cx, y + 16, cx, y + height - 16, '#f2f7ee', 3)
    )
  }
  const inner = box(x + width * 0.3, y + height * 0.3, width * 0.4, height * 0.4, LAWN, { rx: 4 })
  return (
    box(x + 7, y + 9, width, height, '#6d7a6a', { rx: 6, opacity: 0.3 }) +
    box(x, y, width, height, roof, { rx: 6, stroke: '#a8a196', 'stroke-width': 2 }) +
    inner +
    path(`M${x + 8} ${y + 8}h${width - 16}`, 'none', { stroke: '#fff', 'stroke-width': 4, opacity: 0.6 })
  )
}

/** The same plan as outlines, like those read from GeoJSON. */
export function campusOutlines(layout: Layout, nameOf: (buildingId: number) => string): MapShape[] {
  const streets = listStreets(layout).map(([x1, y1, x2, y2]): MapShape => ({
    kind: 'line',
    name: null,
    buildingId: null,
    points: [
      [
        [x1, y1],
        [x2, y2],
      ],
    ],
  }))
  const blocks = layout.blocks.map(({ kind, buildingId, x, y, width, height }): MapShape => ({
    kind: kind === 'building' ? 'building' : 'area',
    name: buildingId === null ? { building: null, lake: '镜湖', sports: '田径场' }[kind] : nameOf(buildingId),
    buildingId,
    points: [
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
        [x, y],
      ],
    ],
  }))
  return [...streets, ...blocks]
}
