import type { NationalKind, NationalSchema } from '@portal/contract/national-report/schema'
import { describe, expect, test } from 'vitest'
import { goodCustoms, goodDevice, goodService, seededSchemas } from '../../testing/national.ts'
import { checkRow, watchRepeats, type RowToCheck } from './check.rules.ts'

const schemas = seededSchemas()
const good = { device: goodDevice, service: goodService, customs: goodCustoms }
const BOTH = new Set<NationalKind>(['device', 'customs'])
const asRow = (values: Record<string, string>, about: Partial<RowToCheck> = {}): RowToCheck => ({
  values,
  kinds: BOTH,
  before: null,
  ...about,
})
/** Checks rows as the report does: each by itself, and for values of the rows before it. */
function checkRows(schema: NationalSchema, rows: readonly RowToCheck[]) {
  const findRepeats = watchRepeats(schema)
  return rows.map((row) => {
    const faults = checkRow(schema, row)
    return [...faults, ...findRepeats({ values: row.values, faults })]
  })
}

test.for(['device', 'service', 'customs'] as const)('nothing is wrong with a good row: %s', (kind) => {
  const rows = [1, 2, 3].map((n) => asRow(good[kind](n)))
  expect(checkRows(schemas[kind], rows)).toEqual([[], [], []])
})

/** The planted errors: kind and values of the row, and the expected column and code. */
const planted: [NationalKind, Record<string, string>, column: string, code: string, Partial<RowToCheck>?][] =
  [
    ['device', { orgCode: '' }, 'orgCode', 'missing'],
    ['device', { name: '' }, 'name', 'missing'],
    ['device', { name: '镜'.repeat(101) }, 'name', 'length'],
    ['device', { indicators: '标'.repeat(501) }, 'indicators', 'length'],
    ['device', { functions: '能'.repeat(301) }, 'functions', 'length'],
    ['device', { services: '务'.repeat(201) }, 'services', 'length'],
    ['device', { classCode: '03010x' }, 'classCode', 'shape'],
    ['device', { origin: '9' }, 'origin', 'code'],
    ['device', { country: '瑞典王国' }, 'country', 'code'],
    ['device', { subjects: '430,999' }, 'subjects', 'code'],
    ['device', { subjects: '110,120,130,140,150' }, 'subjects', 'code'],
    ['device', { subjects: '430,430' }, 'subjects', 'code'],
    ['device', { price: '-3' }, 'price', 'number'],
    ['device', { price: '3.456' }, 'price', 'number'],
    ['device', { price: '1234567890.12' }, 'price', 'length'],
    ['device', { enabledOn: '2023-02-30' }, 'enabledOn', 'time'],
    ['device', { bookingUrl: 'portal.example.edu' }, 'bookingUrl', 'shape'],
    ['device', { email: 'wangmin' }, 'email', 'shape'],
    ['device', { classCode: '03010' }, 'classCode', 'length'],
    ['device', { postcode: '21500' }, 'postcode', 'shape'],
    ['device', { contact: '王😀' }, 'contact', 'sign'],
    ['device', { model: 'SU\u00078600' }, 'model', 'sign'],
    ['device', { belongType: '2' }, 'belongName', 'rule'],
    ['device', { serviceHours: '1300.00' }, 'yearHours', 'rule'],
    ['device', { customs: '1' }, 'customs', 'rule', { kinds: new Set<NationalKind>(['device']) }],
    ['service', { endAt: '2025-05-12 08' }, 'endAt', 'rule'],
    ['service', { beginAt: '2025-05-12 24' }, 'beginAt', 'time'],
    ['service', { samples: '2.5' }, 'samples', 'number'],
    ['service', { recordNumber: 'B1' }, 'recordNumber', 'unique'],
    ['customs', { declaration: '23012023100000000X' }, 'declaration', 'shape'],
  ]

describe('thirty planted errors', () => {
  test('are thirty', () => expect(planted.length).toBe(30))

  test.for(['device', 'service', 'customs'] as const)(
    'each is told exactly once, at its row and column: %s',
    (kind) => {
      const own = planted.filter(([of]) => of === kind)
      // A valid row before each faulty one, so that the line number matters.
      const rows = own.flatMap(([, wrong, , , about], i) => [
        asRow(good[kind](i * 2 + 1)),
        asRow({ ...good[kind](i * 2 + 2), ...wrong }, about),
      ])
      const told = checkRows(schemas[kind], rows).flatMap((faults, i) =>
        faults.map((f) => [i + 1, f.field?.code, f.code]),
      )
      expect(told).toEqual(own.map(([, , column, code], i) => [i * 2 + 2, column, code]))
    },
  )
})

test('what equals last year is refused, where the schema says so, and only if all of it does', () => {
  const same = goodDevice(1)
  expect(checkRow(schemas.device, asRow(same, { before: same }))).toMatchObject([
    { field: null, code: 'identical' },
  ])
  expect(checkRow(schemas.device, asRow(same, { before: { ...same, yearHours: '1' } }))).toEqual([])
  expect(checkRow(schemas.customs, asRow(goodCustoms(1), { before: goodCustoms(1) }))).toEqual([])
})

test('fields are compared only where each is right by itself', () => {
  const faults = checkRow(schemas.service, asRow({ ...goodService(1), beginAt: 'x', endAt: '2025-05-12 08' }))
  expect(faults.map((f) => f.field?.code)).toEqual(['beginAt'])
})

test('of three that are alike the first has it', () => {
  const rows = [1, 1, 1].map((n) => asRow(goodService(n)))
  expect(checkRows(schemas.service, rows).map((f) => f.length)).toEqual([0, 1, 1])
})

test('a width that is counted in bytes', () => {
  const narrow = {
    ...schemas.customs,
    fields: schemas.customs.fields.map((f) => (f.code === 'port' ? { ...f, width: 5 } : f)),
  }
  expect(checkRow(narrow, asRow(goodCustoms(1)))[0]?.message).toBe(
    '进口口岸在定长文本中最多 5 个字节，现有 8 个',
  )
})
