import type { Problem } from '@portal/contract/monitor/platform'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { signIn } from '../../../testing/page.tsx'
import { Problems } from './problems.tsx'
import { WorkState } from './work-state.tsx'

const problem = { level: 'attention', text: '有异常', advice: '请查看。' } as const
const problems: Problem[] = [
  { ...problem, area: 'jobs', link: '/monitor/crontab-task' },
  { ...problem, area: 'exceptions', link: '/monitor/exception-log?state=open' },
  { ...problem, area: 'outbox', link: '/settings/email?view=queue' },
  { ...problem, area: 'disk', link: null },
]
const jobs = { waiting: 0, active: 0, oldestSeconds: 0, failing: [], paused: [], lastAt: null }
afterEach(cleanup)

const listLinks = (...permissions: string[]) => {
  signIn({ permissions })
  render(
    <MemoryRouter>
      <Problems problems={problems} />
      <WorkState jobs={jobs} outbox={{ queues: [], oldestSeconds: 0 }} />
    </MemoryRouter>,
  )
  return screen.queryAllByRole('link').map((a) => a.getAttribute('href'))
}

test('who only looks at the platform is led to no screen that asks for more', () => {
  // To 系统邮箱 as such, which shows them the sender.
  expect(listLinks('MONITOR_PAGE')).toEqual(['/settings/email'])
  expect(screen.getByText('请查看。 请联系系统管理员处理。')).toBeTruthy()
})
test('who may act on a problem is led to it', () => {
  expect(listLinks('MONITOR_PAGE', 'CRONTAB_EDIT', 'EXCEPTION_LOG_ALL')).toEqual([
    '/monitor/crontab-task',
    '/monitor/exception-log?state=open',
    '/monitor/crontab-task',
    '/settings/email',
  ])
})
test('who has the queue of mail is led to it', () => {
  expect(listLinks('ADMIN')).toContain('/settings/email?view=queue')
  expect(screen.queryByText(/请联系系统管理员/)).toBeNull()
})
