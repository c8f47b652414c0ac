import type { ClaimState } from '@portal/contract/device-record/device-record'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWhenAsked } from '../../../testing/hands.ts'
import { ClaimVerdict } from './claim-verdict.tsx'

const { run } = vi.hoisted(() => ({ run: vi.fn() }))
vi.mock('../device-record.queries.ts', () => ({ judgeResult: { run } }))
beforeEach(() => {
  run.mockReset().mockResolvedValue({})
})
afterEach(cleanup)

const result = { id: 5, title: '析出相的形貌演化', owner: { id: 3, name: '林晓雨' } }
const show = (state: ClaimState, mayJudge = true) =>
  render(
    <ClaimVerdict
      result={result}
      deviceId={7}
      claim={{ state, thanked: true, reason: null }}
      mayJudge={mayJudge}
    />,
  )
const listButtons = () => screen.queryAllByRole('button').map((b) => b.textContent)

test('a result that was confirmed by mistake can be taken back, with a reason for its owner', async () => {
  show('confirmed')
  expect(listButtons()).toEqual(['取消确认'])
  fireEvent.click(screen.getByRole('button', { name: '取消确认' }))
  const { text } = await answerWhenAsked(true, '未在本仪器测试')
  expect(text).toBe('该成果不再计入统计。登记人会收到原因。')
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  expect(run.mock.calls[0]?.[0]).toEqual({
    params: { id: 5 },
    body: { deviceId: 7, state: 'confirmed', verdict: 'refuse', reason: '未在本仪器测试' },
  })
})

test('one that was refused can be confirmed after all; only by its keeper', async () => {
  show('refused')
  expect(listButtons()).toEqual(['确认'])
  fireEvent.click(screen.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  expect(run.mock.calls[0]?.[0]).toMatchObject({ body: { state: 'refused', verdict: 'confirm' } })
  cleanup()
  show('confirmed', false)
  expect(listButtons()).toEqual([])
})

test('a second click while the first is under way confirms nothing twice', async () => {
  run.mockReturnValue(new Promise(() => undefined))
  show('awaiting')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '确认' })
  fireEvent.click(button)
  await waitFor(() => expect(button.disabled).toBe(true))
  fireEvent.click(button)
  expect(run).toHaveBeenCalledTimes(1)
})
