import type { FundCardRow } from '@portal/contract/fund-card/fund-card'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { CardForm } from './card-form.tsx'

// The row as it was when the form opened; another user may have suspended it or changed its owner since.
const card: FundCardRow = {
  id: 7,
  number: 'K-7',
  name: '纳米材料课题',
  projectCode: 'NSFC-1',
  owner: { id: 3, name: '卡主任' },
  dept: { id: 5, name: '材料学院' },
  balanceFen: 0,
  frozenFen: 0,
  creditFen: 0,
  availableFen: 0,
  validFrom: null,
  validTo: '2027-12-31',
  enabled: true,
  state: 'usable',
  disabledReason: null,
  remark: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  can: ['edit'],
}

const tree = {
  content: [
    { id: 9, label: '化学学院', code: 'HX', kind: 'college', enabled: true, head: null, children: [] },
  ],
  totalElements: 1,
}
const { sent } = stubCalls({ 'GET /api/v2/dept/tree': tree, 'PUT /api/v2/fund-card/{id}': null })

const show = () => renderPage(<CardForm card={card} onDone={() => {}} />)
const save = async () => {
  fireEvent.click(screen.getByRole('button', { name: /保存修改/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]
}

test('more credit changes nothing else: neither whose the card is nor whether it pays', async () => {
  show()
  fill('信用额度', '100')
  expect(await save()).toEqual({ number: 'K-7', name: '纳米材料课题', creditFen: 10_000 })
})

test('what is emptied is sent as empty; a card is closed and opened elsewhere, with a reason', async () => {
  show()
  expect(screen.queryByRole('switch')).toBeNull()
  fill('项目编号', '')
  expect(await save()).toEqual({ number: 'K-7', name: '纳米材料课题', projectCode: '' })
})

test('a card is moved to another dept, so that its own can be closed', async () => {
  show()
  fireEvent.mouseDown(screen.getByLabelText('单位'))
  fireEvent.click(await screen.findByTitle('化学学院'))
  expect(await save()).toEqual({ number: 'K-7', name: '纳米材料课题', deptId: 9 })
})
