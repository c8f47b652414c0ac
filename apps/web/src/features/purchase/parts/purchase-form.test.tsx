import type { PurchaseDetail, PurchaseRules } from '@portal/contract/purchase/rows'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { PurchaseForm } from './purchase-form.tsx'

const rules: PurchaseRules = {
  submitBarred: null,
  preciousFromFen: 40_000_000,
  tiers: [{ method: 'general', fromFen: 0 }],
  precious: { size: 5, largeFromFen: 200_000_000, largeSize: 7 },
  import: { size: 5, lawyers: 1 },
  papers: [],
}
// The only fields that the form reads.
const draft = (lab: { id: number; name: string }) =>
  ({
    id: 3,
    title: '电镜',
    lab,
    sources: [{ kind: 'project', card: null, projectCode: 'P-1', projectName: '平台', amountFen: 0 }],
    purpose: '教学',
    items: [],
    papers: [],
  }) as unknown as PurchaseDetail

stubCalls({
  'GET /api/deviceCategory/trees': [],
  'GET /api/v2/fund-card/my': makePage(),
  'GET /api/v2/lab/select': [{ id: 7, name: '新建实验室', serialId: 'LAB7' }],
})

const show = (lab: { id: number; name: string }) =>
  renderPage(<PurchaseForm purchase={draft(lab)} rules={rules} />)

it('a laboratory that shares nothing yet may get the instrument', async () => {
  show({ id: 7, name: '新建实验室' })
  expect((await screen.findAllByText('新建实验室')).length).toBeGreaterThan(0)
})

it('a laboratory that was closed since keeps its name', async () => {
  show({ id: 8, name: '旧实验室' })
  expect((await screen.findAllByText('旧实验室（已停用）')).length).toBeGreaterThan(0)
})
