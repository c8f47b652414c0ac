import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { components, createRule } from '@portal/form-kit/components/components'
import { components as examples } from '@portal/form-kit/form/examples'
import type { Json } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { readValues } from '@portal/form-kit/values/read'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPart } from '../../../testing/page.tsx'
import { FormView } from './form-view.tsx'
import type { Fields, ViewMode } from './view-context.ts'

// happy-dom cannot run functions in a frame; e2e/form.spec.ts tests that.
vi.mock('./sandbox.ts', () => ({ runParse: async () => [] }))

// Every component of form-kit is rendered, and form-kit accepts every rendered value.

let errors: string[] = []
beforeEach(() => {
  errors = []
  vi.spyOn(console, 'error').mockImplementation((...said) => void errors.push(said.map(String).join(' ')))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(errors).toEqual([])
})

function readForm(rule: Json) {
  const { form, faults } = parseForm(rule)
  expect(faults).toEqual([])
  if (!form) throw new Error('no form')
  return form
}
/** Renders a form and waits until its lazy parts are loaded. */
async function draw(rule: Json, props: { start?: Fields; mode?: ViewMode; onSubmit?: (v: Fields) => void }) {
  const form = readForm(rule)
  const view = renderPart(<FormView form={form} ask={async () => ({ data: [] })} {...props} />)
  await waitFor(() => expect(view.container.querySelector('.bone')).toBeNull(), { timeout: 10_000 })
  // Options are requested after the first render.
  await act(async () => void (await Promise.resolve()))
  return { form, ...view }
}

/** All examples in one form, each with its own field. */
const all = examples.map(([name, rule, good], i) => ({ name, field: `f${i}`, rule, good }))
// Each is an object with the field `f`.
const rules = all.map(({ name, rule, field }) => ({ ...(rule as object), field, title: name })) as Json
const start = Object.fromEntries(all.map(({ field, good }) => [field, good]))

it('every example is drawn with its value, and sends it as form-kit reads it', async () => {
  const onSubmit = vi.fn<(values: Fields) => void>()
  const { form } = await draw(rules, { start, onSubmit })
  fireEvent.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith(readValues(form, start).values))
})

it.each(['read', 'print'] as const)('every example is shown with its value: %s', async (mode) => {
  const { container } = await draw(rules, { start, mode })
  for (const { name } of all) expect(container.textContent).toContain(name)
  for (const said of ['杭州 / 西湖 / 孤山', '全部、查看', '09:00:00 至 11:00:00', '4.5 / 5 分'])
    expect(container.textContent).toContain(said)
  expect(container.textContent).not.toContain('—')
  expect(container.querySelector('form, input')).toBeNull()
})

it.each(['edit', 'disabled', 'read', 'print'] as const)(
  'all of the palettes in one form: %s',
  async (mode) => {
    const rules = components.map((component, i) => createRule(component, `f${i}`)) as Json
    const { container } = await draw(rules, { mode })
    const listOpen = () =>
      [...container.querySelectorAll<HTMLInputElement>('input, textarea')].filter((e) => !e.disabled)
    // Three fields come at once and the others by and by.
    if (mode === 'edit') await waitFor(() => expect(listOpen().length).toBeGreaterThan(15))
    // Table pages can be turned and trees opened, but nothing can be typed.
    else
      expect(
        listOpen().filter((e) => e.tabIndex >= 0 && e.getAttribute('aria-label') !== 'for screen reader'),
      ).toEqual([])
  },
)

/** Pseudo-random numbers, the same for the same seed. */
function dice(seed: number) {
  let state = seed
  return (most: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % most
  }
}
/** A random form: all kinds of components, nested, with conditions on one another. */
function inventForm(seed: number): Json[] {
  const roll = dice(seed)
  let next = 0
  const boxes = ['row', 'col', 'tabs', 'tabPane', 'group', 'subForm', 'fragment', 'unknown-box']
  const invent = (depth: number): Json => {
    const component = components[roll(components.length)]
    if (!component) throw new Error('there are components')
    const field = `f${next++}`
    const control = [{ value: 1, condition: ['==', '!=', 'empty'][roll(3)] ?? '==', rule: [`f${roll(12)}`] }]
    // A new rule is JSON.
    const rule = { ...(createRule(component, field) as object), ...(roll(3) === 0 ? { control } : {}) }
    const box = boxes[roll(boxes.length)] ?? 'row'
    if (depth === 0 || roll(3) > 0) return { ...rule, $required: roll(2) === 0 } as Json
    const children = Array.from({ length: 1 + roll(3) }, () => invent(depth - 1))
    return { type: box, ...(box === 'group' ? { field: `g${next++}` } : {}), children } as Json
  }
  return Array.from({ length: 6 }, () => invent(2))
}

it.each([3, 5, 7, 11])('a form by chance is drawn, and says what is missing: %i', async (seed) => {
  const onSubmit = vi.fn<(values: Fields) => void>()
  const { form, container } = await draw(inventForm(seed), { onSubmit })
  fireEvent.click(screen.getByRole('button', { name: '提交' }))
  const start = readValues(form, {})
  if (start.values) await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  else await waitFor(() => expect(container.querySelector('.fv-fault, .fv-summary')).not.toBeNull())
})
