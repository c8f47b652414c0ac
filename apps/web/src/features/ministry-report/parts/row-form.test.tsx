import type { LayoutTable } from '@portal/contract/ministry-report/layout'
import type { RowDetail } from '@portal/contract/ministry-report/ministry-report'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { fill } from '../../../testing/hands.ts'
import { RowForm } from './row-form.tsx'

const run = vi.hoisted(() => vi.fn())
vi.mock('../ministry-report.queries.ts', async () => {
  const { ministryReportCalls } = await import('@portal/contract/ministry-report/ministry-report')
  return {
    useAddRow: () => ({ call: ministryReportCalls.addRow, run }),
    useChangeRow: () => ({ call: ministryReportCalls.changeRow, run }),
  }
})
vi.mock('../../dept/shared/dept-options.ts', () => ({ useDeptOptions: () => [] }))
afterEach(cleanup)

const makeField = (name: string, title: string) => ({
  name,
  title,
  type: 'text',
  width: null,
  required: false,
  codes: [],
  from: null,
  sum: null,
})
const table = {
  tab: 'SZ1',
  fields: [makeField('staff', '人员'), makeField('rooms', '房间'), makeField('area', '面积')],
} as unknown as LayoutTable // the form reads nothing else
const row = { id: 7, cells: { staff: '12', rooms: '3' } } as unknown as RowDetail // nor more of a row

test('only the cells that were changed are sent, an emptied one too', async () => {
  run.mockResolvedValue(null)
  const element = <RowForm year={2025} table={table} row={row} onDone={() => {}} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  fill('人员', '')
  fill('面积', '80')
  fireEvent.click(screen.getByRole('button', { name: '保存行' }))
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  expect(run.mock.calls[0]?.[0].body).toEqual({ cells: { staff: '', area: '80' } })
})
