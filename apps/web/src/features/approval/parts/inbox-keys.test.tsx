import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useInboxKeys } from './inbox-keys.ts'

afterEach(cleanup)

function Panel({ onAgree, off = false }: { onAgree: () => void; off?: boolean }) {
  const panel = useRef<HTMLElement>(null)
  useInboxKeys(panel, { before: false, after: false })
  return (
    <article ref={panel}>
      <textarea aria-label="意见" />
      <div className="decide">
        <div className="page-extra">
          <button data-kind="primary" disabled={off} onClick={onAgree}>
            通过
          </button>
          <button data-kind="danger">驳回</button>
        </div>
      </div>
    </article>
  )
}
const press = (key: string, more: object = {}, at: Element = document.body) =>
  fireEvent.keyDown(at, { key, ...more })
const focused = () => document.activeElement?.textContent

test('A and R lead to the answers, and give none', () => {
  const agree = vi.fn()
  render(<Panel onAgree={agree} />)
  press('a')
  expect(focused()).toBe('通过')
  press('R')
  expect(focused()).toBe('驳回')
  expect(agree).not.toHaveBeenCalled()
})

test('nor to one that cannot be given, nor while something is typed or asked', () => {
  const { rerender } = render(<Panel onAgree={() => undefined} off />)
  press('a')
  expect(focused()).not.toBe('通过')
  rerender(<Panel onAgree={() => undefined} />)
  press('a', {}, screen.getByRole('textbox'))
  press('a', { ctrlKey: true })
  rerender(
    <>
      <Panel onAgree={() => undefined} />
      <div role="dialog" />
    </>,
  )
  press('a')
  expect(focused()).not.toBe('通过')
})
