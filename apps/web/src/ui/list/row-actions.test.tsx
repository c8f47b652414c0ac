import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../lib/failure.ts'
import { questions } from '../../lib/tell.ts'
import { answerQuestion, press } from '../../testing/hands.ts'
import { BatchBar } from './batch-bar.tsx'
import { RowActions } from './row-actions.tsx'

const run = vi.fn<(rows: unknown, reason: string) => Promise<unknown>>()
beforeEach(() => void run.mockReset().mockResolvedValue(undefined))
afterEach(() => {
  cleanup()
  questions.set([])
})

/** Presses the button and answers; returns the reason that the question began with. */
async function take(button: string, reason: string): Promise<string | undefined> {
  await press(button)
  const [question] = questions.get()
  await answerQuestion(true, reason)
  return question?.reason?.start
}
const refuseOnce = () =>
  run.mockRejectedValueOnce(new Failure({ kind: 'network', message: '网络错误，请联系网站管理员' }))
const reason = { label: '申诉理由', required: true }

test('the reason of a row outlives a failure, and is gone once it has served', async () => {
  render(
    <MemoryRouter>
      <RowActions row={{ id: 1 }} actions={[{ label: '申诉', reason, run }]} />
    </MemoryRouter>,
  )
  refuseOnce()
  expect(await take('申诉', '当天仪器停机')).toBe('')
  expect(await take('申诉', '当天仪器停机')).toBe('当天仪器停机')
  expect(await take('申诉', '另有原因')).toBe('')
  expect(run.mock.calls.map(([, said]) => said)).toEqual(['当天仪器停机', '当天仪器停机', '另有原因'])
})

test('so does the reason of a batch', async () => {
  const onDone = vi.fn<() => void>()
  render(
    <BatchBar
      rows={[{ can: ['refuse'] }]}
      onDone={onDone}
      batch={[{ label: (n) => `驳回 ${n} 条`, can: 'refuse', reason, run }]}
    />,
  )
  refuseOnce()
  expect(await take('驳回 1 条', '材料不全')).toBe('')
  expect(onDone).not.toHaveBeenCalled()
  expect(await take('驳回 1 条', '材料不全')).toBe('材料不全')
  expect(onDone).toHaveBeenCalledOnce()
  expect(await take('驳回 1 条', '材料不全')).toBe('')
})

test('of two actions that need the same right only the one that was pressed is busy', async () => {
  run.mockReturnValue(new Promise(() => undefined))
  render(
    <BatchBar
      rows={[{ can: ['edit'] }]}
      onDone={vi.fn()}
      batch={[
        { label: (n) => `共享 ${n} 台`, can: 'edit', run },
        { label: (n) => `取消共享 ${n} 台`, can: 'edit', run },
      ]}
    />,
  )
  await press('共享 1 台')
  const isBusy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-busy')
  expect([isBusy('共享 1 台'), isBusy('取消共享 1 台')]).toEqual(['true', null])
})
