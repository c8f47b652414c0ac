import { mappingBody, mappingRules, type MappingRules } from '@portal/contract/iot/mapping'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { render, translate } from './mapping.rules.ts'

const line = (l: object) => ({ topic: 'tele/{unit}/SENSOR', path: null, to: 'watts', ...l })
const rules = (lines: object[], commands: object[] = []): MappingRules =>
  mappingRules.parse({ lines, commands })
const values = (r: MappingRules, topic: string, said: unknown) =>
  translate(r, topic, typeof said === 'string' ? said : JSON.stringify(said)).map((f) => [
    f.unit,
    f.to,
    f.value,
  ])

test('a plug’s words: figures with a factor, states by their words, its number by its topic', () => {
  const plug = rules([
    line({ path: 'ENERGY.Power' }),
    line({ path: 'ENERGY.Current', to: 'amps', factor: 0.001 }),
    line({ path: 'ENERGY.Total', to: 'kwh', offset: 5 }),
    line({ topic: 'stat/{unit}/POWER', to: 'on', yes: 'ON, 1', no: 'OFF，0' }),
    line({ topic: 'tele/STATE', path: 'Wifi.RSSI', to: 'signal' }),
    line({ topic: 'modbus', path: 'regs.1', to: 'celsius', unit: 9, factor: 0.1 }),
  ])
  expect(values(plug, 'tele/3/SENSOR', { ENERGY: { Power: 900, Current: '4200', Total: 1.5 } })).toEqual([
    [3, 'watts', 900],
    [3, 'amps', 4.2],
    [3, 'kwh', 6.5],
  ])
  expect(values(plug, 'stat/12/POWER', 'on')).toEqual([[12, 'on', true]])
  expect(values(plug, 'stat/12/POWER', '0')).toEqual([[12, 'on', false]])
  expect(translate(plug, 'stat/12/POWER', 'TOGGLE')[0]).toMatchObject({ value: null, why: /不在列出/ })
  expect(values(plug, 'tele/STATE', { Wifi: { RSSI: -61 } })).toEqual([[null, 'signal', -61]])
  expect(values(plug, 'modbus', { regs: [1, 225] })).toEqual([[9, 'celsius', 22.5]])
  for (const other of ['tele/0/SENSOR', 'tele/256/SENSOR', 'tele/1/2/SENSOR', 'tele//SENSOR', 'stat/1'])
    expect(translate(plug, other, '{}')).toEqual([])
})

test('a version padded with zeros is a version', () => {
  const plug = rules([line({ topic: 'tele/INFO', path: 'fw', to: 'firmware' })])
  expect(values(plug, 'tele/INFO', { fw: '12.1\u0000\u0000' })).toEqual([[null, 'firmware', '12.1']])
  expect(values(plug, 'tele/INFO', { fw: `${'v'.repeat(39)}👍` })).toEqual([
    [null, 'firmware', 'v'.repeat(39)],
  ])
})

test('an order is a template; what is not described cannot be done', () => {
  const r = rules([line({})], [{ what: 'on', topic: 'cmnd/{unit}/POWER', payload: '{"ch":{unit}}' }])
  expect(render(r, 'on', 4)).toEqual({ topic: 'cmnd/4/POWER', text: '{"ch":4}' })
  expect(render(r, 'open', 4)).toBeUndefined()
})

test('what could do harm is refused before it is kept', () => {
  const refused = (l: object) => !mappingBody.safeParse({ name: '甲', lines: [line(l)] }).success
  expect(refused({ path: '__proto__.polluted' })).toBe(true)
  expect(refused({ path: 'a.constructor' })).toBe(true)
  expect(refused({ topic: 'tele/#' })).toBe(true)
  expect(refused({ topic: '+/SENSOR' })).toBe(true)
  expect(refused({ topic: '{unit}/{unit}' })).toBe(true)
  expect(refused({ topic: 'tele/SENSOR' })).toBe(true)
  expect(refused({ to: 'on' })).toBe(true)
  expect(refused({ factor: Number.POSITIVE_INFINITY })).toBe(true)
  const many = Array.from({ length: 61 }, () => line({}))
  expect(mappingBody.safeParse({ name: '甲', lines: many }).success).toBe(false)
})

test('whatever is said comes to a figure in its bounds, a state, or a reason', () => {
  const r = rules([
    line({ path: 'a.b' }),
    line({ path: 'length' }),
    line({ path: 'toString' }),
    line({ to: 'on', yes: 'true', no: 'false' }),
  ])
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.json({ maxDepth: 1 })), (text) => {
      for (const f of translate(r, 'tele/1/SENSOR', text)) {
        expect((f.value === null) === (f.why !== null)).toBe(true)
        if (f.to === 'watts' && f.value !== null) expect(Math.abs(f.value as number)).toBeLessThanOrEqual(1e9)
      }
    }),
  )
  expect(translate(r, 'tele/1/SENSOR', '[1,2]').find((f) => f.line === 1)?.why).toBe(null)
  expect(translate(r, 'tele/1/SENSOR', '{}').every((f) => f.value === null)).toBe(true)
  const deep = '['.repeat(60_000)
  expect(translate(r, 'tele/1/SENSOR', deep).every((f) => f.value === null)).toBe(true)
})
