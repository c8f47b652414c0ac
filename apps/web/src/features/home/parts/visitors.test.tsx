import type { Home } from '@portal/contract/home/home'
import { cleanup, render, renderHook, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '../../../lib/session.ts'
import { changeSite, useSite } from '../../../lib/site.ts'
import { Downloads } from './downloads.tsx'
import { Labs } from './labs.tsx'
import { Notices } from './notices.tsx'

const home: Pick<Home, 'labs' | 'downloads' | 'notices'> = {
  labs: [{ id: 3, serialId: 'LAB003', name: '电镜中心', deptName: '材料学院', devices: 5 }],
  downloads: [
    { id: 4, title: '送样须知', category: '规程', downloads: 2, createdAt: '2026-03-01T01:00:00.000Z' },
  ],
  notices: [
    { id: 5, title: '校园开放日', kind: 'news', pinned: false, publishedAt: '2026-03-01T01:00:00.000Z' },
  ],
}
function mayBrowse(visitorsMayBrowse: boolean): void {
  const { result, unmount } = renderHook(useSite)
  unmount()
  changeSite({ ...result.current, visitorsMayBrowse })
}
function show(): void {
  render(
    <MemoryRouter>
      <Labs labs={home.labs} />
      <Downloads downloads={home.downloads} />
      <Notices notices={home.notices} />
    </MemoryRouter>,
  )
}
const findLinks = () => screen.getAllByRole('link').map((a) => [a.textContent, a.getAttribute('href')])

beforeEach(() => session.end())
afterEach(() => {
  cleanup()
  mayBrowse(false)
})

test('where visitors may browse, the home page shows them only doors that open', () => {
  mayBrowse(true)
  show()
  screen.getByText('电镜中心')
  screen.getByText('送样须知')
  expect(findLinks()).toEqual([
    ['登录后下载', '/login?redirect=%2Fosp%2Fdownload'],
    ['更多公告', '/osp/notice'],
    ['校园开放日', '/osp/notice-detail?id=5'],
  ])
  expect(screen.queryByRole('button')).toBeNull()
})

test('where they may not, a notice is read in place', () => {
  show()
  screen.getByRole('button', { name: '校园开放日' })
  expect(findLinks().map(([text]) => text)).toEqual([
    '全部实验室',
    '电镜中心',
    '下载中心',
    '送样须知',
    '更多公告',
  ])
})
