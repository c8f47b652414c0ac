import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MenuButton } from './menu-button.tsx'

afterEach(cleanup)

it('gives the focus back to its button before a chosen line does its work', () => {
  let focused: Element | null = null
  render(
    <MenuButton label="更多">
      <li>
        <button type="button" onClick={() => (focused = document.activeElement)}>
          分配角色
        </button>
      </li>
    </MenuButton>,
  )
  const more = screen.getByRole('button', { name: '更多' })
  fireEvent.click(more)
  const line = screen.getByRole('button', { name: '分配角色' })
  line.focus()
  fireEvent.click(line)
  // A dialog opened by the item returns the focus to this button, because the item is hidden by then.
  expect(focused).toBe(more)
  expect(document.activeElement).toBe(more)
  expect(line.closest('ul')?.hidden).toBe(true)
})
