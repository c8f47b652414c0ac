import type { Cell, NationalDetail } from '@portal/contract/national-report/national-report'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { fill } from '../../../testing/hands.ts'
import { RowForm } from './row-form.tsx'

const run = vi.hoisted(() => vi.fn())
vi.mock('../national-report.queries.ts', async () => {
  const { nationalReportCalls } = await import('@portal/contract/national-report/national-report')
  return { useType: () => ({ call: nationalReportCalls.type, run }) }
})
afterEach(cleanup)

const makeCell = (code: string, label: string, value: string): Cell => ({
  code,
  label,
  kind: 'text',
  length: 50,
  decimals: null,
  required: false,
  shape: null,
  list: null,
  many: null,
  hint: null,
  value,
  known: null,
  source: null,
  place: 'form',
  filler: 'lab',
  origin: value === '' ? 'none' : 'typed',
  typedBy: null,
  typedAt: null,
  before: null,
  sent: null,
})
const makeRow = (functions: string, model: string) =>
  ({
    id: 7,
    can: ['edit'],
    issues: [],
    lists: {},
    cells: [
      makeCell('functions', '主要功能', functions),
      makeCell('model', '规格型号', model),
      makeCell('services', '服务内容', ''),
    ],
  }) as unknown as NationalDetail // the form reads nothing else

/** The row as the page reads it again after the office has typed 主要功能. */
function Page() {
  const [row, setRow] = useState(makeRow('', 'A'))
  return (
    <>
      <button type="button" onClick={() => setRow(makeRow('形貌观察', 'A'))}>
        重新读取
      </button>
      <RowForm row={row} />
    </>
  )
}

test('each save sends what was typed here, not what another user typed meanwhile', async () => {
  run.mockResolvedValueOnce(makeRow('形貌观察', 'B')).mockResolvedValueOnce(makeRow('形貌观察', 'B'))
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  const save = async (times: number) => {
    fireEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(run).toHaveBeenCalledTimes(times))
  }
  fireEvent.click(screen.getByRole('button', { name: '重新读取' }))
  fill('规格型号', 'B')
  await save(1)
  await waitFor(() => expect(screen.getByLabelText('主要功能')).toHaveProperty('value', '形貌观察'))
  fill('服务内容', '能谱分析')
  await save(2)
  expect(run.mock.calls.map(([{ body }]) => body.values)).toEqual([{ model: 'B' }, { services: '能谱分析' }])
})
