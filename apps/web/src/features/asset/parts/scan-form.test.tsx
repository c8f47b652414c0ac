import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fill } from '../../../testing/hands.ts'
import { ScanForm } from './scan-form.tsx'

const run = vi.hoisted(() => vi.fn())
vi.mock('../asset.queries.ts', async () => {
  const { assetCalls } = await import('@portal/contract/asset/calls')
  run.mockImplementation(async ({ body }: { body: { serialId: string } }) => ({
    device: { id: 1, name: '电镜', serialId: body.serialId },
    findings: [],
  }))
  return { useScan: () => ({ call: assetCalls.scan, run }) }
})
vi.mock('../../lab/shared/room-select.tsx', () => ({
  RoomSelect: ({ onChange }: { onChange?: (id: number) => void }) => (
    <button type="button" onClick={() => onChange?.(302)}>
      选房间
    </button>
  ),
}))
afterEach(cleanup)

it('what was found of one instrument is not said of the next that is scanned', async () => {
  const router = createMemoryRouter([{ path: '/', element: <ScanForm stocktakeId={7} /> }])
  render(<RouterProvider router={router} />)
  const scan = async (number: string, times: number) => {
    fill(/资产编号/, number)
    fireEvent.click(screen.getByRole('button', { name: '登记盘点' }))
    await waitFor(() => expect(run).toHaveBeenCalledTimes(times))
  }
  fireEvent.mouseDown(screen.getByLabelText('现状'))
  fireEvent.click(await screen.findByText('损坏'))
  fireEvent.click(screen.getByRole('button', { name: '选房间' }))
  await scan('A1', 1)
  await screen.findByRole('status')
  await scan('B2', 2)
  expect(run.mock.calls.map(([{ body }]) => [body.serialId, body.condition, body.roomId])).toEqual([
    ['A1', 'broken', 302],
    ['B2', 'good', null],
  ])
})
