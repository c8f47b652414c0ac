import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { PurchasePreciousCases } from './precious-cases.tsx'

const { answer } = stubCalls({ 'GET /api/v2/purchase/{id}': refuse(500, 500, '服务器内部错误') })

test('a case that could not be read is not taken for none by the expert who signs', async () => {
  renderPart(<PurchasePreciousCases purchaseId={7} />)
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('服务器内部错误')
  answer({ 'GET /api/v2/purchase/{id}': { items: [] } })
  await press('重试')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
