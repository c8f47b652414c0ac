import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Input } from 'antd'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { DeviceDetail } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { fill } from '../../../testing/hands.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FileBase, FileDetails } from './file-base.tsx'

const { run } = vi.hoisted(() => ({ run: vi.fn().mockResolvedValue(null) }))
vi.mock('../manage.queries.ts', () => ({
  useChangeBase: () => ({ call: deviceManageCalls.changeBase, run, busy: false }),
  useChangeDetails: () => ({ call: deviceManageCalls.changeDetails, run, busy: false }),
}))
// The other fields load their options from the server.
vi.mock('./base-fields.tsx', async (original) => ({
  ...(await original<object>()),
  BaseFields: () => (
    <Field name="model" label="型号">
      <Input />
    </Field>
  ),
}))
afterEach(cleanup)

const device = {
  id: 7,
  serialId: 'A-1',
  name: '电镜',
  lab: { id: 1, name: '甲实验室' },
  dept: { id: 1, name: '物理学院' },
  roomId: null,
  contact: { id: 3, name: '张三' },
  status: 'normal',
  statusNote: null,
  shared: true,
  imported: false,
  underCustoms: false,
  priceFen: 100,
  functions: '形貌观察',
  notes: null,
  subjects: [],
  tags: [],
  usedMinutes: 0,
  updatedAt: '2026-01-01T00:00:00Z',
  can: ['edit'],
} as unknown as DeviceDetail

function Page() {
  const [shown, show] = useState(device)
  const changed = { ...shown, lab: { ...shown.lab, id: 2, name: '乙实验室' }, status: 'broken' as const }
  return (
    <>
      <FileBase device={shown} />
      <button onClick={() => show(changed)}>有人修改</button>
    </>
  )
}
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))

it('says what the form began with, whatever the page has read since', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  await press('编辑基本信息')
  await press('有人修改')
  fill('型号', 'S-4800')
  await press('保存基本信息')
  expect(run.mock.calls[0]?.[0]?.body).toMatchObject({
    model: 'S-4800',
    labId: 1,
    status: 'normal',
    priceFen: 100,
    seen: { name: '电镜', labId: 1, contactId: 3, status: 'normal', statusNote: null, priceFen: 100 },
  })
})

it('says with the descriptions, too, what the form began with', async () => {
  run.mockClear()
  render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <FileDetails device={device} /> }])} />,
  )
  await press('编辑详细信息')
  fill('用户须知', '请预约')
  await press('保存详细信息')
  expect(run.mock.calls[0]?.[0]?.body).toMatchObject({
    functions: '形貌观察',
    notes: '请预约',
    seen: { functions: '形貌观察', notes: null },
  })
})
