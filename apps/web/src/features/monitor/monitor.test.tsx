import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuse, stubCalls } from '../../testing/calls.ts'
import { renderPage } from '../../testing/page.tsx'
import CrontabTaskPage from './pages/crontab-task.page.tsx'
import OperateLogPage from './pages/operate-log.page.tsx'
import PlatformPage from './pages/platform.page.tsx'
import SystemCachePage from './pages/system-cache.page.tsx'

// What stays on screen although the portal does not answer is said to be old.

vi.mock('./parts/process-table.tsx', () => ({ ProcessTable: () => null }))
vi.mock('./parts/database-state.tsx', () => ({ DatabaseState: () => null }))
vi.mock('./parts/work-state.tsx', () => ({ WorkState: () => null }))
vi.mock('./parts/call-table.tsx', () => ({ CallTable: () => null }))
vi.mock('./parts/figures-row.tsx', () => ({ FiguresRow: () => null }))
vi.mock('./parts/job-history.tsx', () => ({ JobHistory: () => null, runTone: {} }))
vi.mock('./parts/operation-detail.tsx', () => ({ OperationDetail: () => null }))

let away = false
const unlessAway = (data: object) => () => {
  if (away) throw new TypeError('network')
  return data
}
beforeEach(() => {
  vi.useFakeTimers()
  away = false
})
afterEach(() => void vi.useRealTimers())
const { answer } = stubCalls({
  'GET /api/v2/monitor/platform': unlessAway({
    at: '2026-11-26T02:00:00Z',
    problems: [],
    processes: [],
    lately: 15,
    calls: [],
  }),
  'GET /api/v2/monitor/cache': unlessAway([]),
  'GET /api/v2/monitor/job': unlessAway([]),
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const old = () => screen.queryByText(/未能刷新，显示的是 10:00 的数据/)

test.each([
  ['平台监控', PlatformPage],
  ['系统缓存', SystemCachePage],
  ['定时任务', CrontabTaskPage],
])('%s says of when its figures are while the portal does not answer', async (_name, Page) => {
  vi.setSystemTime('2026-11-26T02:00:00Z')
  renderPage(<Page />)
  await pass(100)
  expect(old()).toBeNull()
  away = true
  await pass(30_000)
  expect(old()).toBeTruthy()
  away = false
  await pass(30_000)
  expect(old()).toBeNull()
})

test('the operation log says that earlier entries could not be read', async () => {
  const entry = {
    id: 7,
    at: '2026-11-26T02:00:00Z',
    username: 'sysadmin',
    name: '周建国',
    ip: '10.0.0.1',
    call: 'POST /api/v2/device',
    summary: '新增仪器',
    target: null,
    object: null,
    link: null,
    result: 'done',
    requestId: 'r1',
  }
  answer({
    'GET /api/v2/monitor/operate-log': ({ query }) =>
      query.get('before') ? refuse(500, 500, '数据库暂时不可用') : { items: [entry], next: 7 },
  })
  renderPage(<OperateLogPage />)
  await pass(1000)
  fireEvent.click(screen.getByRole('button', { name: '更早的记录' }))
  await pass(1000)
  expect(screen.getByText(/数据库暂时不可用/)).toBeTruthy()
  expect(screen.getByText('新增仪器')).toBeTruthy()
})
