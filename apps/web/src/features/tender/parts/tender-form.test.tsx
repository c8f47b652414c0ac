import type { TenderDetail } from '@portal/contract/tender/rows'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import { TenderForm } from './tender-form.tsx'

const refetch = vi.hoisted(() => vi.fn())
vi.mock('../tender.queries.ts', async (original) => ({
  ...(await original<object>()),
  useSupplierOptions: () => ({
    isFetching: false,
    isError: true,
    error: new Failure({ kind: 'network', message: '网络错误' }),
    refetch,
  }),
}))
vi.mock('../../../ui/rich-text/rich-text.tsx', () => ({ RichText: () => null }))
afterEach(clearPage)

test('suppliers that could not be read are not called missing; opening the list tries again', async () => {
  // the fields that the form reads
  const tender = {
    id: 3,
    revision: 1,
    title: '扫描电镜',
    method: 'public',
    suppliers: [],
    documents: [],
    budgetFen: null,
    scoring: { kind: 'lowest', pricePoints: 30, commercialPoints: 10 },
  } as unknown as TenderDetail
  renderPage(<TenderForm tender={tender} />)
  fireEvent.mouseDown(await screen.findByLabelText('同时邀请的供应商'))
  await waitFor(() => expect(screen.getByText('加载失败，请重新打开')).toBeTruthy())
  expect(refetch).toHaveBeenCalled()
})
