import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import UserPostsPage from './user-posts.page.tsx'

const closed = {
  id: 7,
  code: 'SAFETY',
  name: '安全员',
  description: null,
  sort: 10,
  enabled: false,
  holders: 1,
}
const held = {
  id: 3,
  user: { id: 57, name: '林晓雨', username: '2026001', enabled: true },
  post: { id: 7, name: '安全员' },
  dept: { id: 2, name: '物理学院' },
  since: null,
  note: null,
}
const can = ['change', 'remove']
stubCalls({
  'GET /api/user/dept/post/page': makePage([{ ...closed, can }]),
  'GET /api/user/dept/user-post/page': makePage([{ ...held, can }]),
  'GET /api/v2/dept/tree': { content: [] },
  'GET /api/v2/list-setting': [],
})

const open = (address: string) => {
  signIn({ permissions: ['USER_ALL'] })
  renderPage(<UserPostsPage />, { at: address })
}

test('a closed post has its name where its holder is changed', async () => {
  open('/')
  const [change] = await screen.findAllByRole('button', { name: '修改' })
  fireEvent.click(change!) // found at least once
  expect(await screen.findByText('安全员（已停用）')).toBeTruthy()
})

test('and where its holders are looked for', async () => {
  open('/?postId=7')
  // The filter's stand-in has a value; the real control, which takes its place after a second, has a text.
  const readPost = () => {
    const box = screen.getByLabelText<HTMLInputElement>('岗位')
    return box.value || box.closest('.ant-select')?.textContent
  }
  await waitFor(() => expect(readPost()).toBe('安全员（已停用）'))
})
