import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import MessageList from './message-list.tsx'

const at = '2026-03-15T07:00:00.000Z'
const makeMessages = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    kind: 'booking',
    title: `消息 ${i + 1}`,
    body: '正文',
    link: null,
    readAt: at,
    createdAt: at,
  }))
const older = Promise.withResolvers<void>()
const { asked, answer } = stubCalls({
  'GET /api/message/page': async ({ query }) => {
    const size = Number(query.get('size'))
    if (size > 20) await older.promise
    return { items: makeMessages(size), total: 60, unread: 0 }
  },
})

it('while older messages come, those that are read stay where they are', async () => {
  renderPart(
    <MemoryRouter>
      <MessageList />
    </MemoryRouter>,
  )
  await screen.findByText('消息 20')
  fireEvent.click(screen.getByRole('button', { name: /查看更早的消息/ }))
  await waitFor(() => expect(asked.at(-1)?.query.get('size')).toBe('40'))
  expect(screen.getByText('消息 1')).toBeTruthy()
  older.resolve()
  expect(await screen.findByText('消息 40')).toBeTruthy()
})

it('whoever deletes one message after the other with the keyboard stays in the list', async () => {
  let left = makeMessages(3)
  answer({
    'GET /api/message/page': () => ({ items: left, total: left.length, unread: 0 }),
    'DELETE /api/message/remove': ({ body }) => {
      const { ids } = body as { ids: number[] } // the call's own body
      left = left.filter((m) => !ids.includes(m.id))
      return null
    },
  })
  renderPart(
    <MemoryRouter>
      <MessageList />
    </MemoryRouter>,
  )
  const button = await screen.findByRole('button', { name: '删除：消息 2' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(screen.queryByText('消息 2')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '删除：消息 3' })),
  )
})

it('whoever marks one message after the other as read does not come to 删除', async () => {
  let left = makeMessages(3).map((m) => ({ ...m, readAt: null as string | null }))
  answer({
    'GET /api/message/page': () => ({ items: left, total: left.length, unread: left.length }),
    'POST /api/message/read': ({ body }) => {
      const { ids } = body as { ids: number[] } // the call's own body
      left = left.map((m) => (ids.includes(m.id) ? { ...m, readAt: at } : m))
      return { unread: 2 }
    },
  })
  renderPart(
    <MemoryRouter>
      <MessageList />
    </MemoryRouter>,
  )
  const button = await screen.findByRole('button', { name: '标为已读：消息 1' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect(button.isConnected).toBe(false))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '标为已读：消息 2' })),
  )
})
