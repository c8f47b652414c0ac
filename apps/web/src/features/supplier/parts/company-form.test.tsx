import type { SupplierDetail } from '@portal/contract/supplier/supplier'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { CompanyForm } from './company-form.tsx'

stubCalls({ 'GET /api/code/list': [{ value: 'licence', label: '营业执照' }] })

// The fields that the form reads.
const supplier = {
  id: 5,
  state: 'awaiting_papers',
  revision: 1,
  legalPerson: '韩冰',
  address: '江州',
  businessScope: '光学仪器',
  can: ['save'],
  papers: [
    {
      kind: 'bank',
      label: '开户许可证',
      number: null,
      validFrom: null,
      validTo: null,
      expired: false,
      file: { id: 'f1', name: '许可证.pdf', mime: 'application/pdf', bytes: 10, createdAt: '', url: '/f1' },
    },
  ],
} as unknown as SupplierDetail

test('the kind of a paper that is no longer offered is shown by its label', async () => {
  renderPage(<CompanyForm supplier={supplier} />)
  await waitFor(() => expect(document.body.textContent).toContain('开户许可证（已停用）'))
})
