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

test('no setting is offered that nothing draws', () => {
  const listSettings = (kind: string) => findComponent(kind)?.settings ?? []
  const namesIn = (kind: string) => listSettings(kind).map(({ name }) => name)
  const listChoices = (kind: string) =>
    listSettings(kind).flatMap((s) => (s.name === 'type' && s.kind === 'choice' ? s.choices : []))
  // Files go to our own service as soon as they are chosen.
  expect(namesIn('upload')).toEqual(['uploadType', 'accept', 'limit', 'multiple', 'disabled'])
  expect(namesIn('divider')).not.toContain('direction')
  expect(namesIn('group')).not.toContain('fontSize')
  expect(listChoices('button').map(({ value }) => value)).toEqual(['default', 'primary', 'danger', 'text'])
  expect(listChoices('tabs').map(({ value }) => value)).toEqual(['line', 'card'])
})

test('a switch shows what a new rule does', () => {
  const isOn = (kind: string, name: string) =>
    findComponent(kind)?.settings.find((s) => s.name === name)?.default
  const kinds = ['input', 'select', 'timePicker', 'datePicker', 'userSelect']
  expect(kinds.map((kind) => isOn(kind, 'clearable'))).toEqual([false, false, true, true, true])
  expect(isOn('upload', 'multiple')).toBe(true)
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
