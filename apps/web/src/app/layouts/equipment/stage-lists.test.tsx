import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { screens } from '@portal/contract/screens'
import { session } from '../../../lib/session.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { frontMenuFor, visible } from '../../menu.ts'
import { EquipmentLayout } from './equipment-layout.tsx'
import { equipmentStages } from './stages.ts'

afterEach(() => session.end())
stubCalls({
  'GET /api/auditFlow/wait': {
    total: 6,
    items: [],
    counts: [
      { business: 'delivery', step: 'check', count: 2 },
      { business: 'supplier', step: 'audit', count: 1 },
      { business: 'tender', step: 'prepare', count: 1 },
      { business: 'tender', step: 'sign', count: 2 },
    ],
  },
  'GET /api/v2/acceptance/counts': {
    states: [],
    waiting: 4,
    waitingAt: { self: 1, college: 0, audit: 3 },
  },
  'GET /api/v2/panel/waiting': null,
})

function show(address: string, permissions: string[]): void {
  // the only fields that the frame reads
  session.know({ id: 1, name: '宋佳', username: 'song', roles: [], permissions } as unknown as CurrentUser)
  renderPart(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route Component={EquipmentLayout}>
          <Route path="*" element={null} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
}
const tabs = async (stage: string) =>
  (await screen.findByRole('navigation', { name: `${stage}的列表` }, { timeout: 20_000 })).querySelectorAll(
    'a',
  )
const words = (links: Iterable<Element>) => [...links].map((a) => a.textContent)

it('a stage leads to all its lists, with what waits for the reader in each; beside one thing it keeps quiet', async () => {
  show('/osp/subscribe/invitation', ['TENDER_ALL'])
  await screen.findByText('（3）')
  expect(words(await tabs('招标采购'))).toEqual([
    '招标采购（3）',
    '一般采购与合同',
    '设备信息核对（2）',
    '供应商审核（1）',
    '开通供应商',
  ])
  expect(words(screen.getByRole('navigation', { name: '设备采购阶段' }).querySelectorAll('a'))).toEqual([
    '1申购',
    '2招标采购',
    '3验收',
    '4预入库',
    '5财务报销',
    '6正式入库',
    '7共享预约',
    '8日常管理',
  ])
  cleanup()
  // A user with waiting audits sees the counts, also without an office's rights.
  show('/osp/storage/list', [])
  await screen.findByText('（3）')
  expect(words(await tabs('验收'))).toEqual([
    '验收入库单',
    '自行验收（1）',
    '学院验收',
    '设备处审核验收（3）',
  ])
  cleanup()
  show('/osp/storage/list?id=3', [])
  expect(screen.queryByRole('navigation', { name: '验收的列表' })).toBeNull()
})

it('sends whoever may open an instrument to the opening settings, others to what is opened', () => {
  const target = () => screen.getByRole('link', { name: /共享预约/ }).getAttribute('href')
  show('/osp/asset/repairs', [])
  expect(target()).toBe('/osp/open-setting')
  cleanup()
  show('/osp/asset/repairs', ['OPEN_SETTING_EDIT'])
  expect(target()).toBe('/open-sharing/open-set')
})

it('no list is without a way: of a stage, or its only one', () => {
  // Pages of a single item, or a supplier's own pages, which the supplier menu links to.
  const elsewhere = /Fill$|subscribeHint|provider(Info|AuditInfo|Active|Notice|Device|Account)$|\/asset\//
  const led = new Set<string>(equipmentStages.flatMap((s) => [s.path, ...(s.lists ?? []).map((l) => l.path)]))
  expect(
    Object.entries(screens).flatMap(([path, s]) =>
      s.area === 'equipment' && !led.has(path) && !elsewhere.test(path) ? [path] : [],
    ),
  ).toEqual([])
})

it('stands in the offices’ main menu', () => {
  const office = (permissions: string[]) =>
    visible(frontMenuFor({ permissions, roles: [] }), { permissions, roles: [] }).some(
      (m) => m.title === '设备采购',
    )
  expect([
    office(['PURCHASE_ALL']),
    office(['TENDER_ALL']),
    office(['FINANCIAL_ALL']),
    office(['LIFECYCLE_PAGE']),
    office(['DEFAULT']),
  ]).toEqual([true, true, true, true, false])
})
