import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../lib/failure.ts'
import { press } from '../../testing/hands.ts'
import { clearPage, renderPart } from '../../testing/page.tsx'
import { Voice } from '../voice.tsx'
import { Holding } from './holding.ts'
import { ProcessPage } from './process-page.tsx'
import { ProcessTask } from './process-task.tsx'
import type { Process } from './process.ts'

interface Loan {
  id: number
  can: readonly ('agree' | 'refuse' | 'cancel' | 'fill' | 'print')[]
  stateAt: string
  progress: []
  warnings: string[]
  history: { event: string; title: string; who: string; reason: string | null; at: string }[]
}
const history: Loan['history'] = [
  { event: 'create', title: '申请', who: '李娜', reason: null, at: '2026-03-01T01:00:00Z' },
]
let row: Loan
const take = vi.fn<(word: string, reason: string, key: string) => Promise<unknown>>()
const loan: Process<Loan, 'fill'> = {
  noun: '借用单',
  list: { to: '/loans', text: '全部借用单' },
  nameOf: (l) => `借用单 ${l.id}`,
  tagOf: () => ({ tone: 'waiting', text: '待同意' }),
  useRow: (id) => useQuery<Loan, Failure>({ queryKey: ['loan', id], queryFn: () => row }),
  Facts: ({ place }) => <p>{place === 'page' ? '全部信息' : '审核所需信息'}</p>,
  decision: () => ({ title: '审批', text: '同意后即可取用。' }),
  steps: {
    agree: () => ({
      tone: 'yes',
      title: '同意借用？',
      ok: '同意',
      done: '已同意',
      take: (reason, key) => take('agree', reason, key),
    }),
    refuse: () => ({
      tone: 'no',
      title: '拒绝借用？',
      ok: '拒绝',
      reason: { label: '原因', required: true },
      take: (reason, key) => take('refuse', reason, key),
    }),
    cancel: () => ({
      atHead: true,
      tone: 'no',
      title: '取消借用？',
      ok: '取消借用',
      take: (reason, key) => take('cancel', reason, key),
    }),
    fill: {
      onPage: true,
      below: true,
      elsewhere: (l) => ({ to: `/loans?id=${l.id}`, text: '去填写' }),
    },
    print: null,
  },
}

const { print: _, ...incomplete } = loan.steps
// @ts-expect-error a word of `can` without a line does not compile
export const withoutWord: Process<Loan, 'fill'>['steps'] = incomplete
// @ts-expect-error nor does a page that does not give its process a part
export const withoutPart = <ProcessPage process={loan} id={3} />

beforeEach(() => {
  take.mockReset().mockResolvedValue(undefined)
  row = { id: 3, can: [], stateAt: '2026-03-01T01:00:00Z', progress: [], warnings: [], history }
})
afterEach(clearPage)

const onDone = vi.fn()
async function come(can: Loan['can'], at: 'page' | 'inbox' | 'elsewhere' = 'page') {
  row.can = can
  onDone.mockReset()
  const router = createMemoryRouter(
    [
      {
        path: '/loans',
        element:
          at === 'inbox' ? (
            <ProcessTask process={loan} id={3} onDone={onDone} />
          ) : (
            <ProcessPage
              process={loan}
              id={3}
              forms={{ fill: () => <p>填写表</p> }}
              {...(at === 'elsewhere' && { home: () => '/here?id=3' })}
            />
          ),
      },
      { path: '/here', element: <p>别的页面</p> },
    ],
    { initialEntries: ['/loans'] },
  )
  renderPart(
    <>
      <main>
        <RouterProvider router={router} />
      </main>
      <Voice />
    </>,
  )
  await screen.findByText(/信息$|别的页面/)
}
/** Only buttons of the page: an earlier message may still be shown, with a close button. */
const buttons = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('button')
    .map((b) => b.textContent)
async function answer(button: string, reason?: string) {
  await press(button)
  const dialog = screen.getByRole('dialog')
  if (reason) fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: reason } })
  await act(async () => void fireEvent.submit(dialog.querySelector('form') ?? dialog))
}

test('a page offers what the server says, and nothing else', async () => {
  await come(['agree', 'print'])
  expect(buttons()).toEqual(['同意'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('借用单 3 待同意')
  expect(screen.getByText('同意后即可取用。')).toBeTruthy()
  expect(screen.getByText('申请')).toBeTruthy()
})

test('who may do nothing sees no card to decide in', async () => {
  await come(['print'])
  expect(buttons()).toEqual([])
  expect(screen.queryByText('同意后即可取用。')).toBeNull()
})

test('decisions stand above the facts, forms below, endings beside the heading', async () => {
  await come(['refuse', 'cancel', 'fill'])
  const text = document.body.textContent ?? ''
  const at = ['取消借用', '拒绝', '全部信息', '填写表', '办理记录'].map((part) => text.indexOf(part))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at[0]).toBeGreaterThan(-1)
})

test('a step is taken with its reason; a second click after a lost answer is the same click', async () => {
  await come(['agree', 'refuse'])
  take.mockRejectedValue(new Failure({ kind: 'network', message: '网络错误' }))
  await answer('拒绝', '仪器另有安排')
  await answer('拒绝', '仪器另有安排')
  await answer('同意')
  const [[, reason, first = ''] = [], [, , second] = [], [, , other] = []] = take.mock.calls
  expect(reason).toBe('仪器另有安排')
  expect(first).toMatch(/^[0-9a-f]{32}-refuse$/)
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test('a step that was answered with a no is asked anew, not answered from memory', async () => {
  await come(['agree'])
  take.mockResolvedValue(false)
  await answer('同意')
  await answer('同意')
  const [[, , first] = [], [, , second] = []] = take.mock.calls
  expect(second).toMatch(/^[0-9a-f]{32}-agree$/)
  expect(second).not.toBe(first)
})

test('in the inbox the next task opens once it is taken, not when it was not', async () => {
  await come(['agree', 'refuse', 'cancel'], 'inbox')
  expect(screen.getByText('审核所需信息')).toBeTruthy()
  expect(buttons()).toEqual(['同意', '拒绝'])
  take.mockResolvedValueOnce(false)
  await answer('同意')
  expect(onDone).not.toHaveBeenCalled()
  await answer('同意')
  expect(onDone).toHaveBeenCalledOnce()
  expect(screen.getByText('已同意')).toBeTruthy()
})

test('in the inbox a form is a link, and what is not mine says so', async () => {
  await come(['fill'], 'inbox')
  expect(screen.getByRole('link', { name: '去填写' }).getAttribute('href')).toBe('/loans?id=3')
  expect(screen.queryByText('填写表')).toBeNull()
  clearPage()
  await come(['cancel'], 'inbox')
  expect(screen.getByText('当前状态为“待同意”，无需您处理。')).toBeTruthy()
  await press('下一项')
  expect(onDone).toHaveBeenCalledOnce()
})

test('a row that belongs on another page leads there', async () => {
  await come([], 'elsewhere')
  expect(screen.getByText('别的页面')).toBeTruthy()
})

test('in the inbox an answer is handed over instead of sent, with what was said; the plain step is not', async () => {
  row.can = ['agree', 'refuse']
  const hold = vi.fn<(answer: { label: string; reason: string; send: () => Promise<unknown> }) => void>()
  onDone.mockReset()
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <Holding value={{ hold, said: '材料不全' }}>
          <ProcessTask process={loan} id={3} onDone={onDone} />
        </Holding>
      ),
    },
  ])
  renderPart(
    <>
      <main>
        <RouterProvider router={router} />
      </main>
      <Voice />
    </>,
  )
  await screen.findByText('审核所需信息')
  await press('拒绝')
  const dialog = screen.getByRole('dialog')
  // The reason entered before the undo.
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('材料不全')
  await act(async () => void fireEvent.submit(dialog.querySelector('form') ?? dialog))
  expect(hold.mock.calls.map(([a]) => [a.label, a.reason])).toEqual([['拒绝', '材料不全']])
  expect([take.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 1])
  await act(async () => void (await hold.mock.calls[0]?.[0].send()))
  expect(take).toHaveBeenCalledWith('refuse', '材料不全', expect.stringMatching(/-refuse$/))
})
