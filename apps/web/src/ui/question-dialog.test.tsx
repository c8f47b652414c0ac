import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { QuestionDialog } from './question-dialog.tsx'

afterEach(cleanup)

const question = { id: 1, title: '停用该流程？', ok: '停用流程', answer: vi.fn() }
const draw = (isAsking: boolean, isThere: boolean) => (
  <main tabIndex={-1}>
    {isThere && <button type="button">停用</button>}
    {isAsking && <QuestionDialog question={question} />}
  </main>
)

test('where the row that asked is gone, the focus goes on in the page', async () => {
  const { rerender } = render(draw(true, true))
  rerender(draw(false, false))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('where the button is there, the focus stays with it', async () => {
  const { rerender } = render(draw(true, true))
  screen.getByRole('button', { name: '停用', hidden: true }).focus()
  rerender(draw(false, true))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '停用' }))
})

test('who is asked goes back to the button that asked', async () => {
  const { rerender } = render(draw(false, true))
  screen.getByRole('button', { name: '停用' }).focus()
  rerender(draw(true, true))
  screen.getByRole('button', { name: '停用流程', hidden: true }).focus()
  // A dialog that is removed without being closed gives the focus back to nobody.
  rerender(draw(false, true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '停用' })))
})

test('what will follow is read with the question, because the focus is on the button below it', () => {
  const text = '正在办理的流程不受影响。'
  const { rerender } = render(<QuestionDialog question={{ ...question, text }} />)
  const dialog = () => screen.getByRole('dialog', { name: '停用该流程？' })
  const described = () => document.getElementById(dialog().getAttribute('aria-describedby') ?? '')
  expect(described()?.textContent).toBe(text)
  rerender(<QuestionDialog question={question} />)
  expect(dialog().hasAttribute('aria-describedby')).toBe(false)
})

test('a name or number is one line, in which Enter agrees; a reason may have several', () => {
  const answer = vi.fn()
  const reason = { label: '电话', start: '0571-8800', line: 'tel' } as const
  const { rerender } = render(<QuestionDialog key="line" question={{ ...question, answer, reason }} />)
  const box = screen.getByLabelText<HTMLInputElement>(/^电话/)
  expect([box.tagName, box.type]).toEqual(['INPUT', 'tel'])
  fireEvent.change(box, { target: { value: '0571-8801' } })
  // What Enter does in a line of a form.
  fireEvent.submit(box.closest('form') as HTMLFormElement) // exists: the box is in it
  expect(answer.mock.calls).toEqual([[true, '0571-8801']])
  rerender(<QuestionDialog key="reason" question={{ ...question, reason: { label: '原因' } }} />)
  expect(screen.getByLabelText(/^原因/).tagName).toBe('TEXTAREA')
})
