import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { LabelRow } from '@portal/contract/stock-in/stock-in'
import { Labels } from './labels.tsx'

const label: LabelRow = {
  deviceId: 9,
  serialId: '202600009',
  name: '离心机',
  model: 'H-1',
  dept: '材料学院',
  lab: '电镜中心',
  room: '材料楼 101',
  keeper: '王五',
  boughtOn: '2026-01-20',
  url: '/osp/asset/label?serialId=202600009',
}
vi.mock('../stock-in.queries.ts', () => ({ useLabels: () => ({ data: [label] }) }))
afterEach(cleanup)

it('a label says where the instrument belongs', () => {
  render(
    <MemoryRouter>
      <Labels deviceIds="9" />
    </MemoryRouter>,
  )
  const values = [...screen.getByRole('article').querySelectorAll('dt')].map((dt) => [
    dt.textContent,
    dt.nextElementSibling?.textContent,
  ])
  expect(values).toContainEqual(['存放地点', '材料楼 101'])
})
