import type { LayoutTable } from '@portal/contract/ministry-report/layout'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, refuse, stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { RowPanel } from './row-panel.tsx'

// The only fields that the panel reads of a row without a device.
const row = { id: 7, year: 2025, can: [], device: null, cells: {}, drawn: {}, hours: [], corrections: [] }
const table = { tab: 'SZ1', fields: [] } as unknown as LayoutTable // nor more of a table
const { answer } = stubCalls({
  'GET /api/v2/ministry-report/row/{id}': row,
  'GET /api/v2/ministry-report/issue': refuse(500, 500, '服务器内部错误'),
})

test('a row whose issues could not be read does not look like one without issues', async () => {
  renderPart(<RowPanel id={7} table={table} />)
  await screen.findByText('该行的问题加载失败')
  answer({
    'GET /api/v2/ministry-report/issue': makePage([{ id: 1, message: '数量与单价不符', words: null }]),
  })
  await press('重试')
  await screen.findByText('数量与单价不符')
  expect(screen.queryByText('该行的问题加载失败')).toBeNull()
})
