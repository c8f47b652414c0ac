import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { fill } from '../../../testing/hands.ts'
import { DesignPage } from './design-page.tsx'

const { detail } = vi.hoisted(() => {
  const rule = [{ type: 'input', field: 'a', title: '样品' }]
  return { detail: { id: 7, name: '送样登记', text: JSON.stringify({ rule, options: {} }) } }
})
vi.mock('../../../ui/use-media.ts', async (original) => ({
  ...(await original<typeof import('../../../ui/use-media.ts')>()),
  useNarrow: () => true,
}))
vi.mock('./design.queries.ts', () => ({ useForm: () => ({ data: detail }) }))
vi.mock('./form-designer.tsx', () => ({ FormDesigner: () => null }))
vi.mock('./form-list.tsx', () => ({ FormList: () => null }))
beforeEach(() => messages.set([])) // other files' messages
afterEach(() => {
  cleanup()
  messages.set([])
})

test('who sends the preview on a phone is told that nothing was sent', async () => {
  render(
    <MemoryRouter>
      <DesignPage id={7} />
    </MemoryRouter>,
  )
  fill('样品', '钢')
  fireEvent.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(() =>
    expect(messages.get().map(({ text }) => text)).toEqual(['填写的内容符合要求。这是预览，没有提交']),
  )
})
