import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import MaintenancePage from './maintenance.page.tsx'

vi.mock('../../../ui/list/list-page.tsx', () => ({ ListPage: ({ extra }: { extra: ReactNode }) => extra }))
const { asked, answer } = stubCalls({ 'GET /api/v2/asset/label': refuse(404, 'NOT_FOUND', '没有这台仪器') })

it('a plan begins with a scanned label, whose code is the address of a page', async () => {
  renderPage(<MaintenancePage />)
  await press('新建计划')
  const scanned = 'https://sharing.lab.example.edu.cn/osp/asset/label?do=record&serialId=202600001'
  const box = screen.getByLabelText<HTMLInputElement>('资产编号')
  expect(box.maxLength).toBeGreaterThan(scanned.length)
  fireEvent.change(box, { target: { value: scanned } })
  await press('下一步')
  await waitFor(() => expect(asked.map(({ query }) => query.toString())).toContain('serialId=202600001'))
})

it('whom an instrument is not entrusted to is told before the form of a plan, not after it', async () => {
  const device = { id: 5, serialId: 'ZC1', name: '离心机', status: 'normal', lab: { name: '电镜中心' } }
  answer({ 'GET /api/v2/asset/label': { device, can: ['report', 'record'] } })
  renderPage(<MaintenancePage />, { at: '/?deviceId=ZC1' })
  await press('新建计划')
  expect((await screen.findByRole('alert')).textContent).toBe('离心机：您不管理该仪器，不能新建保养计划')
  expect(screen.queryByRole('button', { name: '保存计划' })).toBeNull()
})

it('the same number is looked for again when the first answer was lost', async () => {
  renderPage(<MaintenancePage />)
  await press('新建计划')
  fill('资产编号', 'ZC9')
  await press('下一步')
  expect((await screen.findByRole('alert')).textContent).toBe('没有这台仪器')
  const before = asked.length
  await press('下一步')
  await waitFor(() => expect(asked.length).toBe(before + 1))
})
