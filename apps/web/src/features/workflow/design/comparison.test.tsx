import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { drawXml } from '@portal/process-kit/testing/draw'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { Comparison } from './comparison.tsx'

const { listed, read, again } = vi.hoisted(() => ({
  listed: vi.fn<() => object>(),
  read: vi.fn<(version: number) => object>(),
  again: vi.fn<() => void>(),
}))
vi.mock('./design.queries.ts', () => ({
  useVersions: listed,
  useVersion: (of: { params: { version: number } }) => read(of.params.version),
}))
vi.mock('../shared/diagram.tsx', () => ({ Drawing: () => null }))
afterEach(() => {
  cleanup()
  again.mockReset()
})

const lost = () => ({
  data: undefined,
  error: new Failure({ kind: 'network', message: '网络连接失败' }),
  refetch: again,
})
const found = (data: unknown) => ({ data, error: null, refetch: again })

test('versions that could not be listed are not taken for a first version', () => {
  listed.mockReturnValue(lost())
  read.mockImplementation((version) => found(version === 2 ? { xml: '' } : undefined))
  render(<Comparison id={1} version={2} />)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(again).toHaveBeenCalledOnce()
})

test('nor is an earlier version that could not be read one without differences', () => {
  listed.mockReturnValue(found([{ version: 1 }, { version: 2 }]))
  read.mockImplementation((version) => (version === 1 ? lost() : found({ xml: '' })))
  render(<Comparison id={1} version={2} />)
  expect(screen.getByRole('alert').textContent).toContain('网络连接失败')
})

test('versions of one drawing with different versions of the form say so', async () => {
  listed.mockReturnValue(found([{ version: 1 }, { version: 2 }]))
  const xml = drawXml('<bpmn:startEvent id="s"/>')
  read.mockImplementation((version) =>
    found({ xml, form: { id: 3, name: '申请表' }, formVersion: version + 4 }),
  )
  render(<Comparison id={1} version={2} />)
  expect(await screen.findByText('表单由第 5 版改为第 6 版')).toBeTruthy()
  expect(screen.queryByText('两版没有不同。')).toBeNull()
})
