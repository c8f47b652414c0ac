import type { Task } from '@portal/contract/approval/approval'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { formatDay } from '../../../lib/format.ts'
import { clearPage, renderPart } from '../../../testing/page.tsx'
import { TaskPanel } from './task-panel.tsx'

vi.mock('../shared/registry.ts', () => ({ loadView: async () => ({ Panel: () => null }) }))
afterEach(clearPage)

const DAY = 86_400_000
// the fields that the panel's head reads
const task = (since: string) =>
  ({
    id: 1,
    rowId: 1,
    business: 'booking',
    step: 'reviewer',
    title: '一项预约',
    since,
    dueAt: null,
    outcome: null,
  }) as Task
function show(since: string) {
  const nothing = vi.fn<() => void>()
  renderPart(
    <MemoryRouter>
      <TaskPanel
        task={task(since)}
        quiet
        place={{ at: 1, of: 1, more: false, before: false, after: false }}
        onDone={nothing}
        onHold={nothing}
        onStep={nothing}
        onBack={nothing}
      />
    </MemoryRouter>,
  )
}

const before = (days: number) => new Date(Date.now() - days * DAY).toISOString()

test('a task says when it came, in the words of its row', async () => {
  show(before(3))
  expect(await screen.findByText(/ · 3 天前提交/)).toBeTruthy()
})

test('beyond a month it is a day, and nobody has waited “a day of October”', async () => {
  const since = before(40)
  show(since)
  expect(await screen.findByText(new RegExp(` · ${formatDay(since)}提交`))).toBeTruthy()
})
