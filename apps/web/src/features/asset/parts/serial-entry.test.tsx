import { cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { fill, press } from '../../../testing/hands.ts'
import { SerialEntry } from './serial-entry.tsx'

afterEach(cleanup)

it('another number takes the place of the one that was not found', async () => {
  const entry = (
    <SerialEntry title="仪器标签" text="输入其他资产编号">
      <p>没有这台仪器</p>
    </SerialEntry>
  )
  const router = createMemoryRouter([{ path: '/', element: entry }], {
    initialEntries: ['/?serialId=20260001&do=report'],
  })
  render(<RouterProvider router={router} />)
  for (const [typed, serialId] of [
    ['202600002', '202600002'],
    ['https://lab.example.edu.cn/osp/asset/label?serialId=ZC-3', 'ZC-3'],
  ] as const) {
    fill('输入其他资产编号', typed)
    await press('查看仪器')
    expect(router.state.location.search).toBe(`?serialId=${serialId}&do=report`)
  }
})
