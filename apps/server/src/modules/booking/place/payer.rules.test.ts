import { expect, test } from 'vitest'
import { offerPayers, isStudent } from './payer.rules.ts'

const me = { id: 1, name: '本人' }
const supervisor = { id: 2, name: '导师' }
const other = { id: 3, name: '别人' }
const shown = (about: Partial<Parameters<typeof offerPayers>[0]>) => {
  const { payer, offered } = offerPayers({ me, supervisor: null, last: null, selfPays: true, ...about })
  return [payer?.name ?? null, offered.map((o) => `${o.why} ${o.name}`)]
}

test('the supervisor first, then who paid last, then oneself; each once', () => {
  expect(shown({ supervisor, last: other })).toEqual(['导师', ['supervisor 导师', 'last 别人', 'self 本人']])
  expect(shown({ supervisor, last: supervisor, selfPays: false })).toEqual(['导师', ['supervisor 导师']])
  expect(shown({ supervisor, last: me })).toEqual(['导师', ['supervisor 导师', 'self 本人']])
  expect(shown({ last: other })).toEqual(['别人', ['last 别人', 'self 本人']])
  expect(shown({ last: me })).toEqual(['本人', ['self 本人']])
  expect(shown({})).toEqual(['本人', ['self 本人']])
  expect(shown({ last: me, selfPays: false })).toEqual([null, []])
})

test('where nobody is named the supervisor pays, else oneself', () => {
  const unnamed = (about: Partial<Parameters<typeof offerPayers>[0]>) =>
    offerPayers({ me, supervisor: null, last: other, selfPays: true, ...about }).unnamedId
  expect([unnamed({ supervisor }), unnamed({}), unnamed({ selfPays: false })]).toEqual([2, 1, 1])
})

test('a student of this university is nobody else', () => {
  const types = [
    { userType: '1', tier: 'campus' },
    { userType: '1', tier: 'school' },
    { userType: '2', tier: 'campus' },
    { userType: '5', tier: 'company' },
  ]
  expect(types.map(isStudent)).toEqual([true, false, false, false])
})
