import { render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { expect, it, vi } from 'vitest'
import { RoomWarning } from './room-warning.tsx'

vi.mock('../manage.queries.ts', () => ({
  useDeviceLab: ({ query: { id } }: { query: { id: string } }) => ({
    data:
      id === '1'
        ? { id: 1, name: '电镜中心', rooms: [{ id: 10 }, { id: 11 }] }
        : { id: 2, name: '新实验室', rooms: [] },
  }),
}))
const shown = (labId: number, roomId: number | null) => {
  const { unmount } = render(
    <Form initialValues={{ labId, roomId }}>
      <Form.Item name="labId" noStyle>
        <input />
      </Form.Item>
      <Form.Item name="roomId" noStyle getValueProps={(value) => ({ value: value ?? '' })}>
        <input />
      </Form.Item>
      <RoomWarning />
    </Form>,
  )
  const said = screen.queryByRole('status')?.textContent ?? null
  unmount()
  return said
}

it('a room in which the lab does not work is told, not refused', () => {
  expect(shown(1, 99)).toContain('不在“电镜中心”登记的房间中')
  expect(shown(1, 11)).toBeNull()
  expect(shown(1, null)).toBeNull()
  expect(shown(2, 99), 'a lab that names no rooms is not asked about').toBeNull()
})
