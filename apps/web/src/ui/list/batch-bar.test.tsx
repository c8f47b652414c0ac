import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { partsUnderway } from '../../lib/verdicts.ts'
import { press } from '../../testing/hands.ts'
import { BatchBar } from './batch-bar.tsx'

afterEach(cleanup)

const rows = [{ can: ['tie'] }, { can: ['tie'] }, { can: [] }]
/** A batch action whose dialog is answered later. */
function openDialog() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const onDone = vi.fn<() => void>()
  const run = vi.fn<(some: readonly unknown[]) => Promise<unknown>>(() => promise)
  render(
    <BatchBar
      rows={rows}
      onDone={onDone}
      batch={[{ label: (n) => `关联（${n}）`, can: 'tie', opens: true, run }]}
    />,
  )
  return { answer: (with_: unknown) => act(async () => resolve(with_)), onDone, run }
}
const link = () => press('关联（2）')

test('what was chosen stands while the dialog is open, and is let go when the deed is done', async () => {
  const { answer, onDone, run } = openDialog()
  await link()
  expect(run).toHaveBeenCalledWith(rows.slice(0, 2), '')
  expect(onDone).not.toHaveBeenCalled()
  await answer(undefined)
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('a dialog that was given up leaves the choice as it was', async () => {
  const { answer, onDone } = openDialog()
  await link()
  await answer(false)
  expect(onDone).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: '关联（2）' }).hasAttribute('disabled')).toBe(false)
})

test('how far a batch in parts has come is seen while it is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const batch = [{ label: () => '通过', can: 'tie', run: () => promise }]
  render(<BatchBar rows={rows} onDone={vi.fn()} batch={batch} />)
  await press('通过')
  act(() => partsUnderway.set({ done: 100, total: 300 }))
  screen.getByText('已处理 100 / 300 条')
  expect(screen.getByLabelText('处理进度').getAttribute('value')).toBe('100')
  await act(async () => {
    partsUnderway.set(null)
    resolve()
  })
  expect(screen.queryByText(/已处理/)).toBeNull()
})
