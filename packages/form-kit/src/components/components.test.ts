import { expect, test } from 'vitest'
import { parseForm } from '../form/parse.ts'
import { readValues } from '../values/read.ts'
import { components, createRule, findComponent, plainType } from './components.ts'

test('the palettes hold what the designer is to offer', () => {
  const titlesIn = (palette: string) => components.filter((c) => c.palette === palette).map((c) => c.kind)
  expect(titlesIn('main')).toEqual(
    'input inputNumber radio checkbox select switch timePicker datePicker slider rate colorPicker cascader upload transfer tree editor userSelect'.split(
      ' ',
    ),
  )
  expect(titlesIn('aide')).toEqual(['alert', 'button', 'span', 'divider'])
  expect(titlesIn('layout')).toEqual(['row', 'tabs', 'space', 'group'])
})

test('no name belongs to two components, and no setting stands twice in one', () => {
  const names = components.flatMap((c) => [c.kind, ...(c.aliases ?? [])].map(plainType))
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  for (const { kind, aliases = [] } of components)
    for (const name of [kind, ...aliases]) expect(findComponent(name)?.kind).toBe(kind)
  for (const { settings } of components)
    expect(new Set(settings.map((s) => s.name)).size).toBe(settings.length)
})

test('what a setting is told to need or to exclude is a setting', () => {
  for (const { settings, never = [], needs = [] } of components)
    for (const name of [...never, ...needs].flat()) expect(settings.map((s) => s.name)).toContain(name)
})

test('a form of one new rule of each component is in order, and takes an empty answer', () => {
  const rules = components.map((component, i) => createRule(component, `f${i}`))
  const { form, faults, notes } = parseForm(rules)
  expect([faults, notes]).toEqual([[], []])
  expect(form && readValues(form, {}).faults).toEqual([])
})

test.each(['el-date-picker', 'elDatePicker', 'a-date-picker', 'DatePicker', 'datePicker', 'date'])(
  '%s is a date picker',
  (type) => expect(findComponent(type)?.kind).toBe('datePicker'),
)
