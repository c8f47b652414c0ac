import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findId } from '@portal/form-kit/edit/list'
import type { JsonObject, Rule } from '@portal/form-kit/form/form'
import { fill } from '../../../testing/hands.ts'
import { createDesigner, DesignerContext, useDesign, type Designer } from './designer.ts'
import { OptionsField } from './options-field.tsx'

const { judgeParse } = vi.hoisted(() => ({ judgeParse: vi.fn<() => Promise<null>>() }))
vi.mock('../shared/sandbox.ts', () => ({ judgeParse }))
vi.mock('./design.queries.ts', () => ({ useSources: () => ({ data: [] }) }))
afterEach(cleanup)

/** Two rules, of which the first is selected and gets its options from an interface. */
const begin = (more: JsonObject = {}): Designer => {
  const fetch = { action: '/api/v2/lab/select', to: 'options', method: 'GET', data: {}, headers: {}, ...more }
  const rule: Rule[] = [
    { type: 'select', field: 'a', effect: { fetch } },
    { type: 'input', field: 'b' },
  ]
  const designer = createDesigner(
    { rule, options: {}, more: {}, bare: false },
    { name: '登记', category: '', description: '' },
  )
  designer.select(findRuleId(designer, 0))
  return designer
}
// There are two rules, and no texts.
const findRule = (designer: Designer, n: number) => designer.store.get().design.form.rule[n] as Rule
const findRuleId = (designer: Designer, n: number) => findId(findRule(designer, n))
function Panel() {
  const rule = useDesign(({ design }) => design.form.rule[0] as Rule)
  const selected = useDesign(({ design }) => design.selected)
  return selected === findId(rule) ? <OptionsField rule={rule} path="options" /> : null
}
const show = (designer: Designer) =>
  render(
    <DesignerContext value={designer}>
      <Panel />
    </DesignerContext>,
  )
const type = (address: string) => fill('接口地址', address)

test('an address typed a moment ago does not come back once another source is chosen', () => {
  const designer = begin()
  show(designer)
  type('/api/v2/device/select')
  fireEvent.click(screen.getByRole('radio', { name: '静态' }))
  expect(screen.queryByLabelText('接口地址')).toBeNull()
  expect(findRule(designer, 0).effect).toEqual({})
})

test('nor does one whose parse function was still being judged', async () => {
  const judged = Promise.withResolvers<null>()
  judgeParse.mockReturnValueOnce(judged.promise)
  const designer = begin({ parse: 'function (res) { return res.rows }' })
  show(designer)
  await waitFor(() => expect(judgeParse).toHaveBeenCalled())
  fireEvent.click(screen.getByRole('radio', { name: '静态' }))
  await act(async () => judged.resolve(null))
  expect(findRule(designer, 0).effect).toEqual({})
})

test('an address typed a moment ago is applied when another rule is selected, which stays selected', () => {
  const designer = begin()
  show(designer)
  type('/api/v2/device/select')
  act(() => designer.select(findRuleId(designer, 1)))
  expect(findRule(designer, 0).effect?.['fetch']).toMatchObject({ action: '/api/v2/device/select' })
  expect(designer.store.get().design.selected).toBe(findRuleId(designer, 1))
})
