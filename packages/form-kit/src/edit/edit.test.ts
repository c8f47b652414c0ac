import { expect, test } from 'vitest'
import { findComponent } from '../components/components.ts'
import type { Form, Json, Rule } from '../form/form.ts'
import { parseForm, writeForm } from '../form/parse.ts'
import type { Edit } from './edit.ts'
import { applyEdit, chooseChild, mayMove, targetFor } from './edit.ts'
import { findId, walk } from './list.ts'
import { judgeName, listTargets } from './names.ts'
import { setAt, setSetting } from './set.ts'

const findForm = (rule: unknown): Form => {
  const { form, faults } = parseForm({ rule, options: {} })
  if (!form) throw new Error(JSON.stringify(faults))
  return form
}
const done = (form: Form, edit: Edit) => {
  const edited = applyEdit(form, edit)
  if ('refused' in edited) throw new Error(edited.refused)
  return edited
}
const refusal = (form: Form, edit: Edit) => {
  const edited = applyEdit(form, edit)
  return 'refused' in edited ? edited.refused : null
}
const at = (form: Form, n: number): Rule => {
  const rule = [...walk(form.rule)][n]?.rule
  if (!rule) throw new Error(`no rule ${n}`)
  return rule
}
/** The nesting of fields (or types) as text, for example `a[b c]`. */
const shape = (form: Form): string => {
  const say = (rule: Rule): string => {
    const inner = [...walk(form.rule)].filter((spot) => spot.box === rule).map((spot) => say(spot.rule))
    return (rule.field ?? rule.type) + (inner.length > 0 ? `[${inner.join(' ')}]` : '')
  }
  return [...walk(form.rule)]
    .filter(({ box }) => box === null)
    .map(({ rule }) => say(rule))
    .join(' ')
}

const input = (field: string, more: object = {}) => ({ type: 'input', field, title: field, ...more })
const findRow = (...cols: object[][]) => ({
  type: 'row',
  children: cols.map((children) => ({ type: 'col', props: { span: 12 }, children })),
})

test('a component of the palette comes to the place it is dropped at, with a name of its own', () => {
  let form = findForm([input('input1'), findRow([], [])])
  form = done(form, { do: 'insert', kind: 'input', at: { box: null, index: 1 } }).form
  const second = done(form, { do: 'insert', kind: 'select', at: { box: findId(at(form, 3)), index: 0 } })
  expect(shape(second.form)).toBe('input1 input2 row[col[select1] col]')
  expect(second.selected).toBe(findId(at(second.form, 4)))
  expect(at(second.form, 4)).toMatchObject({
    title: '选择器',
    options: [{ value: 1, label: '选项1' }, { value: 2 }],
  })
  expect(refusal(form, { do: 'insert', kind: 'input', at: { box: findId(at(form, 2)), index: 0 } })).toBe(
    '该组件不能放在这里',
  )
})

test('a rule is moved within its list, into a column, a pane and a group, and never into itself', () => {
  const form = findForm([
    input('a'),
    input('b'),
    findRow([input('c')], []),
    { type: 'tabs', children: [{ type: 'tabPane', children: [] }] },
    { type: 'group', field: 'g', props: { rules: [] } },
  ])
  const ids = Object.fromEntries([...walk(form.rule)].map(({ rule }, n) => [n, findId(rule)]))
  const moved = (n: number, box: number | null, index: number) =>
    shape(
      done(form, { do: 'move', id: ids[n] ?? 0, at: { box: box === null ? null : (ids[box] ?? 0), index } })
        .form,
    )
  expect(moved(0, null, 2)).toBe('b a row[col[c] col] tabs[tabPane] g')
  expect(moved(0, 3, 0)).toBe('b row[col[a c] col] tabs[tabPane] g')
  expect(moved(0, 7, 0)).toBe('b row[col[c] col] tabs[tabPane[a]] g')
  expect(moved(2, 8, 0)).toBe('a b tabs[tabPane] g[row[col[c] col]]')
  expect(moved(4, null, 0)).toBe('c a b row[col col] tabs[tabPane] g')
  const into = (n: number, box: number) =>
    refusal(form, { do: 'move', id: ids[n] ?? 0, at: { box: ids[box] ?? 0, index: 0 } })
  expect(into(2, 3)).toBe('不能移动到自己里面')
  expect(into(3, 3)).toBe('不能移动到自己里面')
  expect(into(3, 7)).toBe('该组件不能放在这里')
  expect(mayMove(form, ids[2] ?? 0, ids[3] ?? 0)).toBe(false)
  expect(mayMove(form, ids[0] ?? 0, ids[3] ?? 0)).toBe(true)
})

test('a field that is moved beside one of the same name gets another, and its controls follow', () => {
  const rules = [input('a', { control: [{ value: 1, rule: ['b'] }] }), input('b')]
  const form = findForm([input('b'), { type: 'group', field: 'g', props: { rules } }])
  const group = at(form, 1)
  const out = done(form, { do: 'move', id: findId(at(form, 3)), at: { box: null, index: 0 } }).form
  expect(shape(out)).toBe('input1 b g[a]')
  const whole = done(form, { do: 'copy', id: findId(group) }).form
  expect(shape(whole)).toBe('b g[a b] group1[input1 input2]')
  expect(at(whole, 5).control).toEqual([{ value: 1, rule: ['input2'] }])
})

test('copy, add, add a child and delete', () => {
  const form = findForm([input('a', { validate: [{ min: 2 }], _fc: { odd: [1] } }), findRow([input('b')])])
  const copied = done(form, { do: 'copy', id: findId(at(form, 0)) })
  expect(shape(copied.form)).toBe('a input1 row[col[b]]')
  expect(at(copied.form, 1)).toEqual({ ...at(form, 0), field: 'input1' })
  expect(copied.form.rule[2]).toBe(form.rule[1])
  expect(shape(done(form, { do: 'addAfter', id: findId(at(form, 3)) }).form)).toBe('a row[col[b input1]]')
  const child = done(form, { do: 'addChild', id: findId(at(form, 1)) }).form
  expect(shape(child)).toBe('a row[col[b] col]')
  expect(at(child, 4).props).toEqual({ span: 12 })
  expect(refusal(form, { do: 'addChild', id: findId(at(form, 0)) })).toBe('该组件没有可添加的子项')
  const gone = done(form, { do: 'remove', id: findId(at(form, 1)) })
  expect(shape(gone.form)).toBe('a')
  expect(gone.selected).toBe(findId(at(form, 0)))
  const tabs = findForm([{ type: 'tabs', children: [] }])
  const pane = done(tabs, { do: 'addChild', id: findId(at(tabs, 0)) }).form
  expect(at(pane, 1)).toMatchObject({ type: 'tabPane', props: { label: '新标签页' } })
})

test('steps by keyboard lead up, down, into what is beside and out behind it', () => {
  let form = findForm([input('a'), findRow([input('b')], []), input('c')])
  const id = findId(at(form, 0))
  const step = (way: 'up' | 'down' | 'in' | 'out') => {
    form = done(form, { do: 'shift', id, way }).form
    return shape(form)
  }
  expect(step('in')).toBe('row[col[b a] col] c')
  expect(step('up')).toBe('row[col[a b] col] c')
  expect(refusal(form, { do: 'shift', id, way: 'up' })).toBe('已经是第一项')
  expect(step('out')).toBe('row[col[b] col] a c')
  expect(step('down')).toBe('row[col[b] col] c a')
  expect(refusal(form, { do: 'shift', id, way: 'out' })).toBe('已经在最外层')
})

test('a click on the palette adds into the selected box, or behind what is selected', () => {
  const form = findForm([input('a'), findRow([input('b')], [])])
  const place = (n: number | null, kind = 'input') => {
    const { box, index } = targetFor(form, kind, n === null ? null : findId(at(form, n)))
    return [box === null ? null : [...walk(form.rule)].findIndex(({ rule }) => findId(rule) === box), index]
  }
  expect(place(null)).toEqual([null, 2])
  expect(place(0)).toEqual([null, 1])
  expect(place(1)).toEqual([2, 1])
  expect(place(4)).toEqual([4, 0])
  expect(place(3)).toEqual([2, 1])
})

test('a field is called otherwise, also by those who name it', () => {
  const form = findForm([
    input('a', { control: [{ value: 'x', rule: ['b', 'c'], append: 'b' }] }),
    input('b'),
    input('c'),
    { type: 'group', field: 'g', props: { rules: [input('b')] } },
  ])
  const id = findId(at(form, 1))
  const renamed = done(form, { do: 'rename', id, field: '姓名' }).form
  expect(shape(renamed)).toBe('a 姓名 c g[b]')
  expect(at(renamed, 0).control).toEqual([{ value: 'x', rule: ['姓名', 'c'], append: '姓名' }])
  expect(findId(at(renamed, 1))).toBe(id)
  expect(renamed.rule[3]).toBe(form.rule[3])
  expect(judgeName(form, id, 'a')).toBe('字段名“a”重复')
  expect(judgeName(form, id, 'b')).toBeNull()
  for (const bad of ['', 'x y', 'x.y', 'x'.repeat(65), 'constructor'])
    expect(judgeName(form, id, bad)).toBeTruthy()
  expect(listTargets(form, id).map(({ field }) => field)).toEqual(['a', 'c', 'g'])
})

test('what nobody knows is kept, whatever is edited around it', () => {
  const odd = {
    type: 'signature',
    field: 's',
    props: { pen: { w: [1] } },
    _x: null,
    children: ['text', input('t')],
  }
  let form = findForm([odd, input('a', { more: { deep: [null, { k: 1 }] } })])
  form = done(form, { do: 'move', id: findId(at(form, 2)), at: { box: null, index: 0 } }).form
  form = done(form, { do: 'change', id: findId(at(form, 1)), change: (r) => setAt(r, 'props.span', 3) }).form
  expect(JSON.parse(writeForm(form))).toEqual({
    rule: [input('a', { more: { deep: [null, { k: 1 }] } }), { ...odd, props: { pen: { w: [1] }, span: 3 } }],
    options: {},
  })
})

test('a setting is put where it stands, and taken away without a trace', () => {
  const rule: Rule = { type: 'button', children: ['按钮'], col: null }
  expect(setAt(rule, 'children[0]', '提交')).toEqual({ ...rule, children: ['提交'] })
  expect(setAt(rule, 'col.span', 8)).toEqual({ ...rule, col: { span: 8 } })
  expect(setAt(rule, 'effect.fetch', undefined)).toBe(rule)
  expect(setAt({ type: 'divider' }, 'children[0]', '一')).toEqual({ type: 'divider', children: ['一'] })
  expect(setAt(setAt(rule, 'props.a.b', 1), 'props.a.b', undefined)).toEqual({ ...rule, props: { a: {} } })
})

test('score and text are never both shown, and an upright slider has a height', () => {
  const set = (kind: string, props: { [name: string]: Json }, name: string) => {
    const component = findComponent(kind)
    const setting = component?.settings.find((s) => s.name === name)
    if (!setting) throw new Error(name)
    return setSetting({ type: kind, field: 'x', props }, component, setting, true).props
  }
  expect(set('rate', { showText: true }, 'showScore')).toEqual({ showText: false, showScore: true })
  expect(set('rate', { showScore: true }, 'showText')).toEqual({ showText: true, showScore: false })
  expect(set('slider', {}, 'vertical')).toEqual({ vertical: true, height: '200px' })
  expect(set('slider', { height: '90px' }, 'vertical')).toEqual({ vertical: true, height: '90px' })
})

test('only rows and tabs have a child of their own', () => {
  const kinds = ['row', 'tabs', 'group', 'col', 'input'].map((type) => chooseChild({ type }))
  expect(kinds).toEqual(['col', 'tabPane', null, null, null])
})
