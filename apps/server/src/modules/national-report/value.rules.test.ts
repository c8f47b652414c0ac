import { expect, test } from 'vitest'
import { seededSchemas } from '../../testing/national.ts'
import { encodedXml, formatLine, Unwritable } from './file.rules.ts'
import { findHour, knownOfDevice, type DeviceFacts } from './known.rules.ts'
import { listCells, inDecimals, listValues } from './value.rules.ts'

const { device, customs } = seededSchemas()
const findValue = (known: Record<string, never> | object, typed: object = {}) => {
  const cells = listCells(device, known as never, typed as never)
  return (code: string) => {
    const c = cells.find((one) => one.field.code === code)
    return [c?.value, c?.origin]
  }
}

test('the picture is reported as the JPEG that the platform asks for', () => {
  const facts = { imageFileId: '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b' } as DeviceFacts
  expect(knownOfDevice(facts, 'https://portal.example')['imageUrl']).toBe(
    'https://portal.example/api/v2/file/0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b/picture.jpg',
  )
  expect(knownOfDevice(facts, undefined)['imageUrl']).toBeNull()
})

test('what the portal knows is said in the platform’s codes', () => {
  const of = findValue({
    origin: 'donated',
    underCustoms: true,
    priceWan: 123.455,
    country: '瑞士',
    subjects: ['材料科学', '150', '环境科学技术', '哲学', '法学'],
    indicators: '一\r\n  二\n三',
    running: 'mended',
  })
  expect(of('origin')).toEqual(['3', 'known'])
  expect(of('customs')).toEqual(['1', 'known'])
  expect(of('price')).toEqual(['123.46', 'known'])
  expect(of('country')).toEqual(['CHE', 'known'])
  expect(of('subjects')).toEqual(['430,150,610,720', 'known'])
  expect(of('indicators')).toEqual(['一 二 三', 'known'])
  // A value without a code stays as it is; the check refuses it.
  expect(of('running')).toEqual(['mended', 'known'])
  expect(of('belongType')).toEqual(['0', 'default'])
  expect(of('name')).toEqual(['', 'none'])
})

test('what was typed goes over it, also where it empties', () => {
  const typed = { name: { value: '另一名称', by: 1, at: '' }, model: { value: '', by: 1, at: '' } }
  const of = findValue({ name: '名称', model: 'X' }, typed)
  expect([of('name'), of('model')]).toEqual([
    ['另一名称', 'typed'],
    ['', 'typed'],
  ])
})

test('halves are rounded up as people do', () => {
  expect([inDecimals(1.005, 2), inDecimals(2.5, 0), inDecimals(0.1 + 0.2, 1), inDecimals(356.4, 2)]).toEqual([
    '1.01',
    '3',
    '0.3',
    '356.40',
  ])
})

test('hours are full ones, before the beginning and after the end, by the campus’s clock', () => {
  const zone = 'Asia/Shanghai'
  expect(findHour(new Date('2025-05-12T00:40:00Z'), zone, false)).toBe('2025-05-12 08')
  expect(findHour(new Date('2025-05-12T00:40:00Z'), zone, true)).toBe('2025-05-12 09')
  expect(findHour(new Date('2025-05-12T15:00:00Z'), zone, true)).toBe('2025-05-12 23')
  expect(findHour(new Date('2025-05-12T15:30:00Z'), zone, true)).toBe('2025-05-13 00')
})

test('a line has its columns where the schema says, in bytes', () => {
  const values = listValues(listCells(customs, { deviceSerialId: '编号1' }, {}))
  const line = formatLine(customs, values)
  const bytes = customs.fields.reduce((sum, f) => sum + f.width, 0)
  // Two characters of two bytes each.
  expect([line.length, line.slice(0, 4)]).toEqual([bytes - 2, '编号1 '])
  expect(() => formatLine(customs, { innerId: '号'.repeat(51) })).toThrow(Unwritable)
})

test('a sign that GBK does not have is named in XML, and refused in text of fixed width', () => {
  const xml = encodedXml(customs, '<a>6×10⁻⁶</a>')
  expect(new TextDecoder('gbk').decode(xml)).toBe('<a>6×10&#8315;&#8310;</a>')
  expect(() => formatLine(customs, { innerId: '⁻' })).toThrow(Unwritable)
})
