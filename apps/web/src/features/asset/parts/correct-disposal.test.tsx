import type { ScrapDetail } from '@portal/contract/asset/scrap'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { CorrectDisposal } from './correct-disposal.tsx'

// the fields that the form reads
const scrap = {
  id: 9,
  way: 'sell',
  disposedOn: '2026-01-02',
  recycler: '回收公司',
  incomeFen: 8_000,
  revision: 2,
} as unknown as ScrapDetail
const { sent } = stubCalls({ 'GET *': pending, 'POST /api/v2/asset/scraps/9/dispose/correct': scrap })

test('a correction begins with what is registered, and sends all of it with the reason', async () => {
  renderPage(<CorrectDisposal row={scrap} />)
  await screen.findByText('更正处置登记')
  await press('更正')
  fill('回收单位', '江州回收公司')
  await press('保存更正')
  expect(sent).toEqual([])
  fill('更正原因', '名称录入有误')
  // An amount that was emptied is not an income of nothing.
  fill('残值收入', '')
  await press('保存更正')
  await screen.findByText('残值收入不能为空')
  expect(sent).toEqual([])
  fill('残值收入', '80.00')
  await press('保存更正')
  await waitFor(() =>
    expect(sent).toEqual([
      {
        way: 'sell',
        disposedOn: '2026-01-02',
        recycler: '江州回收公司',
        incomeFen: 8_000,
        reason: '名称录入有误',
        revision: 2,
      },
    ]),
  )
})
