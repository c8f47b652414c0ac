import fc from 'fast-check'
import { expect, test } from 'vitest'
import { components } from '../components/components.ts'
import type { Form, Rule } from '../form/form.ts'
import { defaultOptions } from '../form/form.ts'
import { parseForm, writeForm } from '../form/parse.ts'
import type { Edit } from './edit.ts'
import { mayMove } from './edit.ts'
import { perform, redo, select, startDesign, undo } from './history.ts'
import { findId, walk } from './list.ts'
import { setSetting } from './set.ts'

// Any sequence of edits gives a valid form and can be undone.

const kinds = components.filter(({ palette }) => palette !== null).map(({ kind }) => kind)
const number = fc.nat({ max: 200 })
const step = fc.record({
  what: fc.constantFrom(
    ...(['insert', 'insert', 'insert', 'move', 'move', 'shift', 'copy', 'addAfter', 'addChild'] as const),
    ...(['remove', 'rename', 'set', 'paste', 'option', 'undo', 'redo'] as const),
  ),
  kind: fc.constantFrom(...kinds),
  a: number,
  b: number,
  name: fc.constantFrom('x', 'y', '名称', 'bad name', ''),
  way: fc.constantFrom('up', 'down', 'in', 'out'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function makeEdit(form: Form, { what, kind, a, b, name, way }: Step): Edit | null {
  const spots = [...walk(form.rule)]
  const spot = spots[a % Math.max(1, spots.length)]
  const box = spots[b % (spots.length + 1)]
  const at = { box: box ? findId(box.rule) : null, index: b % 7 }
  if (what === 'insert') return { do: 'insert', kind, at }
  if (what === 'option') return { do: 'option', path: 'form.size', value: kind }
  if (!spot) return null
  const id = findId(spot.rule)
  switch (what) {
    case 'move':
      return { do: 'move', id, at }
    case 'shift':
      return { do: 'shift', id, way }
    case 'rename':
      return { do: 'rename', id, field: name }
    case 'paste':
      return { do: 'paste', rules: [spot.rule], at }
    case 'set':
      return { do: 'change', id, change: (rule) => switchOn(rule, b) }
    case 'copy':
    case 'addAfter':
    case 'addChild':
    case 'remove':
      return { do: what, id }
    default:
      return null
  }
}
/** Turns on one of a component's switches, chosen by `n`; some of them exclude each other. */
function switchOn(rule: Rule, n: number): Rule {
  const component = components.find(({ kind }) => kind === rule.type)
  const switches = component?.settings.filter(({ kind }) => kind === 'switch') ?? []
  const setting = switches[n % Math.max(1, switches.length)]
  return setting ? setSetting(rule, component, setting, n % 3 > 0) : rule
}

const start = (): Form => ({
  rule: [],
  options: structuredClone(defaultOptions),
  more: { odd: 1 },
  bare: false,
})

test('edits by chance leave a form that is accepted, and all of them can be taken back and done again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const first = start()
      let design = startDesign(first)
      for (const one of steps) {
        if (one.what === 'undo') design = undo(design)
        else if (one.what === 'redo') design = redo(design)
        else {
          const edit = makeEdit(design.form, one)
          if (edit) ({ design } = perform(design, edit, 0))
        }
        if (design.selected !== null)
          expect([...walk(design.form.rule)].map(({ rule }) => findId(rule))).toContain(design.selected)
      }
      const text = writeForm(design.form)
      const { form, faults } = parseForm(text)
      expect(faults).toEqual([])
      expect(form && writeForm(form)).toBe(text)
      const end = design.form
      while (design.past.length > 0) design = undo(design)
      expect(design.form).toBe(first)
      while (design.future.length > 0) design = redo(design)
      // Redo also repeats undo steps that the random sequence contained, so those runs are not compared.
      if (!steps.some(({ what }) => what === 'undo')) expect(design.form).toBe(end)
    }),
    { numRuns: 200 },
  )
})

test('a move that is offered is never refused', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), number, number, (steps, a, b) => {
      let design = startDesign(start())
      for (const one of steps) {
        const edit = makeEdit(design.form, { ...one, what: one.what === 'remove' ? 'insert' : one.what })
        if (edit) ({ design } = perform(design, edit, 0))
      }
      const spots = [...walk(design.form.rule)]
      const [one, other] = [spots[a % Math.max(1, spots.length)], spots[b % Math.max(1, spots.length)]]
      if (!one || !other) return
      const [id, box] = [findId(one.rule), findId(other.rule)]
      const { refused } = perform(design, { do: 'move', id, at: { box, index: 0 } }, 0)
      expect(refused === null).toBe(mayMove(design.form, id, box))
    }),
    { numRuns: 100 },
  )
})

test('a hundred steps and more are kept, and each holds little more than what it changed', () => {
  let design = startDesign(start())
  for (let n = 0; n < 150; n++)
    ({ design } = perform(design, { do: 'insert', kind: 'input', at: { box: null, index: n } }, n))
  expect(design.past).toHaveLength(150)
  const [before, after] = [design.past.at(-1), design.form]
  expect(before?.rule.every((rule, n) => rule === after.rule[n])).toBe(true)
  for (let n = 0; n < 150; n++) design = undo(design)
  expect(design.form.rule).toEqual([])
})

test('what is typed into one box at once is one step, and a pause begins another', () => {
  let { design } = perform(
    startDesign(start()),
    { do: 'insert', kind: 'input', at: { box: null, index: 0 } },
    0,
  )
  const id = design.selected ?? 0
  const type = (title: string, now: number) => {
    const change = (rule: Rule): Rule => ({ ...rule, title })
    ;({ design } = perform(design, { do: 'change', id, change }, now, `${id} title`))
  }
  type('姓', 100)
  type('姓名', 300)
  expect(design.past).toHaveLength(2)
  type('姓名与', 2_000)
  expect(design.past).toHaveLength(3)
  design = select(select(design, null), id)
  type('姓名与学号', 2_100)
  expect(design.past).toHaveLength(4)
  expect((undo(undo(design)).form.rule[0] as Rule).title).toBe('姓名')
})
