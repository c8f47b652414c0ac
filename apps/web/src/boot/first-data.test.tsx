import { makeThumbAddress } from '@portal/contract/file/file'
import { screenPaths, screens, type ScreenPath } from '@portal/contract/screens'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { screensAhead } from '../../build/screens-ahead.ts'
import { takeBoot, takeCome } from '../lib/boot-hand.ts'
import { pageFile } from '../lib/page-file.ts'
import { queryClient } from '../lib/query.ts'
import { firstData, firstPictures } from './first-data.ts'

afterEach(() => {
  delete window.__boot
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const pages = import.meta.glob<{ default: ComponentType }>('/src/features/*/pages/*.page.tsx')
const findPage = async (path: ScreenPath): Promise<ComponentType> => {
  const { page } = screens[path]
  const load = page && pages[pageFile(page)]
  if (!load) throw new Error(`${path} has no page`)
  return (await load()).default
}
/** The screens with `first`, and their word. `/` redirects to `/osp/home` and has no page of its own. */
const ahead = screenPaths.flatMap((path) => {
  const { first } = screens[path]
  return first && path !== '/' ? [[path, firstData[first]] as const] : []
})

/** The addresses that the page itself requests, before any answer has arrived. */
async function askedBy(path: ScreenPath, search: string): Promise<string[]> {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return new Promise(() => {})
  })
  const Page = await findPage(path)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path + search]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).not.toEqual([]))
  return asked
}

const everywhere = ['', '?page=3&size=50&order_by=name asc;drop']
const searches: Record<string, string[]> = {
  '/osp/share-platform': [
    '?view=list&deviceName=%20扫描电镜%20&tag=a%26b&order_by=price desc&opened=true',
    '?deviceName=%20&labId=3&deptId=2',
  ],
  '/osp/laboratory': ['?grade=national&labName=电镜', '?order_by=devices desc'],
  '/osp/notice': ['?keyword=培训&kind=training'],
  '/dashboard/deviceDetail': ['?id=7', '?deviceId=8', '?serialId=S/0 1'],
  '/account/subscribe-list': [
    '?state=booked,in_use&fromDay=2026-01-01&toDay=2026-02-01',
    '?scope=payer&awaitingMe=true&kind=self_operated',
    '?scope=lab&state=awaiting_use,in_use&liveOn=2026-01-01',
    '?scope=nobody&deviceId=3',
  ],
  '/account/audit-list': ['?state=done&keyword=电镜&step=lab', '?business=booking&all=true', '?all=true'],
}

test.for(
  ahead.flatMap(([path, ask]) =>
    [...(path === '/dashboard/deviceDetail' ? [] : everywhere), ...(searches[path] ?? [])].map(
      (search) => [path, search, ask] as const,
    ),
  ),
)('%s%s is asked for as the page does', async ([path, search, ask]) => {
  const asked = ask(new URLSearchParams(search))
  expect(asked).not.toEqual([])
  expect(await askedBy(path, search)).toEqual(expect.arrayContaining(asked))
})
test('boot knows the screens that ask ahead, and which of them do for everybody', () =>
  expect(screensAhead).toEqual({
    '/': ['home', true],
    ...Object.fromEntries(
      ahead.map(([path]) => [
        path,
        [screens[path].first, ...(screens[path].access === 'public' ? [true] : [])],
      ]),
    ),
  }))
test('a device that is not named is not asked for', () =>
  expect(firstData.device(new URLSearchParams(''))).toEqual([]))

const PLATFORM = '/osp/share-platform'
const devices = [1, 2, 3, 4, 5].map((id) => ({
  id,
  serialId: `S${id}`,
  name: `仪器 ${id}`,
  alias: null,
  model: null,
  category: null,
  dept: { id: 1, name: '学院' },
  lab: { id: 1, name: '实验室', serialId: 'L1' },
  status: 'normal',
  shared: true,
  imageUrl: id === 2 ? null : `/api/v2/file/${id}`,
  priceFen: null,
  opened: null,
  usedMinutes: 0,
}))
const page = { items: devices, total: 5, totalExact: true }

test('an answer that has come is what a page begins with: no bones, nothing asked twice, and the pictures asked for ahead are the first that it shows', async () => {
  const asked = firstData.devices(new URLSearchParams())
  const envelope = { code: 0 as const, message: '', data: page, requestId: 'r' }
  window.__boot = {
    token: null,
    at: Date.now(),
    answers: new Map(asked.map((address) => [address, Promise.resolve(Response.json(envelope))])),
    come: new Map(asked.map((address) => [address, envelope])),
  }
  const Page = await findPage(PLATFORM)
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise(() => {})),
  )
  const { container, getByText } = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[PLATFORM]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  getByText('仪器 5')
  expect(vi.mocked(fetch).mock.calls.map(([address]) => address)).not.toEqual(expect.arrayContaining(asked))
  expect(window.__boot.answers.size).toBe(0)
  const first = [...container.querySelectorAll('img[loading=eager]')].map((img) => img.getAttribute('src'))
  expect(first).toEqual([1, 3, 4].map((id) => makeThumbAddress(`/api/v2/file/${id}`)))
  expect(firstPictures.devices?.(page, new URLSearchParams())).toEqual(first)
  expect(firstPictures.devices?.(page, new URLSearchParams('view=list'))).toEqual([])
  expect(firstPictures.devices?.(null, new URLSearchParams())).toEqual([])
})

test('an answer that was a no is left to the page, which says so', () => {
  window.__boot = {
    token: null,
    at: Date.now(),
    answers: new Map([['/api/v2/home', Promise.resolve(new Response())]]),
    come: new Map([
      ['/api/v2/home', { code: 'INTERNAL', message: '服务器内部错误', data: null, requestId: 'r' }],
    ]),
  }
  expect(takeCome('/api/v2/home')).toBeUndefined()
  expect(takeBoot('/api/v2/home')).toBeDefined()
})
