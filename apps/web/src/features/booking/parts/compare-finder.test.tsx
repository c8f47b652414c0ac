import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { CompareFinder } from './compare-finder.tsx'

vi.mock('../../../lib/live.ts', async (original) => ({
  ...(await original<object>()),
  useLive: () => {},
}))
stubCalls({ 'GET /api/personal/favorite/list': refuse(500, 'FAILED', '服务器出错') })

test('favourites that cannot be read keep nobody from adding an instrument', async () => {
  renderPage(<CompareFinder />)
  expect(await screen.findByText(/用上面的搜索添加要对比的仪器/)).toBeTruthy()
})
