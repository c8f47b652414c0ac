import { expect, test } from 'vitest'
import { MAX_SHAPES, findMiddle, readOutlines } from './outline.rules.ts'

const square = (x: number, y: number, side: number) => [
  [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ],
]
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })
const feature = (coordinates: unknown, properties: object | null = {}, type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})

test('units of its own: north is up, the longer side fits', () => {
  const map = readOutlines(
    collection(
      feature(square(1000, 1000, 100), { serialId: 'B01', name: '材料楼' }),
      feature(
        [
          [1000, 1000],
          [1200, 1100],
        ],
        null,
        'LineString',
      ),
    ),
  )
  expect(map).toMatchObject({
    width: 2000,
    height: 1040,
    shapes: [
      { kind: 'building', name: '材料楼', serialId: 'B01' },
      { kind: 'line', name: null },
    ],
  })
  if (map === null || map === 'large') throw new Error('it is a map')
  // The south-west corner is at the lower left of the map.
  expect(map.shapes[0]?.points[0]?.[0]).toEqual([40, 1000])
  expect(findMiddle(map.shapes[0]!)).toEqual([520, 520])
})

test('degrees are as wide as they are there', () => {
  const map = readOutlines(collection(feature(square(120, 59.5, 1))))
  expect(map).toMatchObject({ height: 2000, shapes: [{ kind: 'area' }] })
  expect((map as { width: number }).width).toBeCloseTo(1920 * 0.5 + 80, -1)
})

test('several polygons, buildings by their tag, and what is left out', () => {
  const map = readOutlines(
    collection(
      feature([square(0, 0, 500), square(600, 0, 500)], { building: 'yes' }, 'MultiPolygon'),
      feature([1, 1], {}, 'Point'),
      feature([[0, 0]], {}),
      {
        type: 'Feature',
      },
    ),
  )
  expect(map).toMatchObject({ shapes: [{ kind: 'building' }, { kind: 'building' }] })
})

test('what is no map, and what is too much of one', () => {
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"type":"Feature"}',
    '{"type":"FeatureCollection","features":{}}',
    collection(),
    collection(
      feature(
        [
          [0, 0],
          [9, 0],
        ],
        {},
        'LineString',
      ),
    ),
    '{"type":"FeatureCollection","features":[null,1]}',
  ])
    expect(readOutlines(text), text).toBeNull()
  expect(
    readOutlines(collection(...Array.from({ length: MAX_SHAPES + 1 }, (_, i) => feature(square(i, i, 1))))),
  ).toBe('large')
})
