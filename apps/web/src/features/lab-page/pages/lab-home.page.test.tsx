import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { clearPage, renderPart } from '../../../testing/page.tsx'
import LabHomePage from './lab-home.page.tsx'

// The only fields that the page reads.
const lab = {
  id: 3,
  serialId: 'LAB3',
  name: '电镜中心',
  dept: { id: 1, name: '材料学院' },
  intro: null,
  directors: [],
  room: null,
  phone: null,
  email: null,
}
let now: { enabled: boolean; favoriteId: number | null }
beforeEach(() => void (now = { enabled: true, favoriteId: null }))
const { asked } = stubCalls({
  'GET /api/v2/lab/detail': () => ({ ...lab, ...now }),
  'POST /api/personal/favorite': () => {
    now.favoriteId = 8
    return { id: 8 }
  },
  'DELETE /api/personal/favorite/{id}': () => (now.favoriteId = null),
  // What the page asks besides stays on its way.
  'GET *': pending,
})

const draw = () =>
  renderPart(
    <MemoryRouter initialEntries={['/lab/homepage?serialId=LAB3']}>
      <LabHomePage />
    </MemoryRouter>,
  )

test('a laboratory is marked, and the mark taken back', async () => {
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
  }
  draw()
  await press('收藏')
  await press('已收藏')
  await screen.findByRole('button', { name: '收藏' })
  const changes = asked.filter(({ method }) => method !== 'GET')
  expect(changes.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/personal/favorite', { kind: 'lab', targetId: 3 }],
    ['DELETE', '/api/personal/favorite/8', null],
  ])
})

test('a closed laboratory says that it is closed, an open one says nothing', async () => {
  draw()
  await screen.findByRole('heading', { name: '电镜中心' })
  expect(screen.queryByRole('note')).toBeNull()
  clearPage()
  now.enabled = false
  draw()
  expect((await screen.findByRole('note')).textContent).toBe('该实验室已停用，仪器不接受预约')
})
