import { mappingBody, mappingRules, register } from '@portal/contract/iot/mapping'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { translate } from './mapping.rules.ts'
import { readRegister, sum } from './register.rules.ts'

const r = (more: object) => register.parse({ encoding: 'hex', at: 0, type: 'u16', ...more })
const read = (more: object, text: string) => readRegister(r(more), text)

test('the sum is that of the standard', () => {
  // 01 03 00 00 00 0A C5 CD, the example of every manual.
  expect(sum(Buffer.from('01030000000A', 'hex'))).toBe(0xcdc5)
})

test('whole figures, with a sign or without, of one register or two in either order', () => {
  const text = '00E1 FF9C 0001 86A0 FFFF FFFE'
  expect(read({}, text)).toEqual({ value: 225 })
  expect(read({ at: 1 }, text)).toEqual({ value: 0xff9c })
  expect(read({ at: 1, type: 's16' }, text)).toEqual({ value: -100 })
  expect(read({ at: 2, type: 'u32' }, text)).toEqual({ value: 100_000 })
  expect(read({ at: 2, type: 'u32', order: 'low' }, '00000000 86A0 0001')).toEqual({ value: 100_000 })
  expect(read({ at: 4, type: 's32' }, text)).toEqual({ value: -2 })
  expect(read({ at: 40_002, first: 40_000 }, text)).toEqual({ value: 1 })
})

test('a float, a bit, and the same bytes as Base64', () => {
  const bytes = Buffer.alloc(6)
  bytes.writeFloatBE(12.5, 0)
  bytes.writeUInt16BE(0b1000, 4)
  const base64 = bytes.toString('base64')
  expect(read({ encoding: 'base64', type: 'f32' }, base64)).toEqual({ value: 12.5 })
  expect(read({ encoding: 'base64', at: 2, type: 'bit', bit: 3 }, base64)).toEqual({ value: 1 })
  expect(read({ encoding: 'base64', at: 2, type: 'bit', bit: 2 }, base64)).toEqual({ value: 0 })
  expect(read({ type: 'f32' }, '7FC00000')).toEqual({ value: Number.NaN })
})

test('of a whole answer the slave, its length and its sum are checked', () => {
  const frame = Buffer.from('0103040898 01F4'.replaceAll(' ', ''), 'hex')
  const crc = sum(frame)
  const signed = `${frame.toString('hex')}${Buffer.from([crc & 255, crc >> 8]).toString('hex')}`
  expect(read({ slave: 1 }, signed)).toEqual({ value: 2200 })
  expect(read({ slave: 1, at: 1 }, signed)).toEqual({ value: 500 })
  expect(read({ slave: 2 }, signed)).toEqual({ why: '报文不是从站 2 的' })
  expect(read({ slave: 1 }, signed.replace('0898', '0899'))).toEqual({ why: '报文校验不正确' })
  expect(read({ slave: 1 }, `${signed}00`)).toEqual({ why: '报文长度与字节数不符' })
  expect(read({ slave: 1 }, '018302C0F1')).toEqual({ why: '从站报错，代码 2' })
  expect(read({ slave: 1, at: 2 }, signed)).toEqual({ why: '报文中没有寄存器 2' })
})

test('a line reads its register, by a path or the whole message, and scales it', () => {
  const rules = mappingRules.parse({
    lines: [
      {
        topic: 'up',
        path: 'data',
        to: 'amps',
        unit: 2,
        factor: 0.01,
        register: { encoding: 'hex', at: 0, type: 'u16' },
      },
      {
        topic: 'up',
        path: 'data',
        to: 'on',
        unit: 2,
        yes: '1',
        no: '0',
        register: { encoding: 'hex', at: 1, type: 'bit' },
      },
      { topic: 'up', path: 'other', to: 'watts', unit: 2, register: { encoding: 'hex', at: 0, type: 'u16' } },
      { topic: 'up', path: 'data', to: 'kwh', unit: 2, register: { encoding: 'hex', at: 9, type: 'u32' } },
    ],
  })
  const found = translate(rules, 'up', JSON.stringify({ data: '01A4 0001' }))
  expect(found.map((f) => f.value ?? f.why)).toEqual([
    4.2,
    true,
    '消息中没有寄存器报文',
    '报文中没有寄存器 9',
  ])
})

test('what cannot be is refused before it is kept; what was kept before reads as it did', () => {
  const line = { topic: 'up', to: 'amps', unit: 1 }
  const judge = (of: object, more = {}) =>
    mappingBody.safeParse({
      name: '甲',
      lines: [{ ...line, ...more, register: { encoding: 'hex', at: 0, type: 'u16', ...of } }],
    })
  expect(judge({}).success).toBe(true)
  expect(judge({ at: 65_536 }).error?.issues[0]?.message).toBe('寄存器地址为 0–65535')
  expect(judge({ at: 3, first: 4 }).error?.issues[0]?.message).toBe('寄存器地址不能小于起始寄存器')
  expect(judge({ bit: 16 }).success).toBe(false)
  expect(judge({ type: 'u64' }).success).toBe(false)
  expect(judge({}, { to: 'firmware' }).success).toBe(false)
  expect(mappingRules.parse({ lines: [line] }).lines[0]?.register).toBeNull()
})

test('whatever is said comes to a figure or a reason', () => {
  const type = fc.constantFrom('u16', 's16', 'u32', 's32', 'f32', 'bit')
  const more = fc.record({
    type,
    at: fc.integer({ min: 0, max: 65_535 }),
    slave: fc.option(fc.integer({ min: 1, max: 247 })),
    encoding: fc.constantFrom('hex', 'base64'),
  })
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{0,80}$/), fc.base64String())
  fc.assert(
    fc.property(more, text, (of, said) => {
      const found = read(of, said)
      if ('value' in found) expect(found.value).toBeTypeOf('number')
      else expect(found.why).toMatch(/[\u4e00-\u9fff]/)
    }),
  )
})
