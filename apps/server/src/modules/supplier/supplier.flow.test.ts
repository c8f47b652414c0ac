import {
  supplierEvents,
  supplierStates,
  supplierStateWords,
  type SupplierState,
} from '@portal/contract/supplier/supplier'
import { expect, test } from 'vitest'
import { placeOnStrip, type Logged } from '../../kernel/strip.rules.ts'
import { walkFlow } from '../../testing/flow.ts'
import { supplierFlow } from './supplier.flow.ts'

walkFlow('a supplier', supplierFlow, {
  states: supplierStates,
  events: supplierEvents,
  roles: ['office', 'invited', 'member', 'tender_office', 'system'],
  ends: [],
})

test('a company that is audited again keeps what it has passed, and is not approved meanwhile', () => {
  const steps: [string, SupplierState | null, SupplierState][] = [
    ['invite', null, 'invited'],
    ['activate', 'invited', 'awaiting_papers'],
    ['submit', 'awaiting_papers', 'awaiting_audit'],
    ['approve', 'awaiting_audit', 'approved'],
    ['submit', 'approved', 'awaiting_audit'],
    ['send_back', 'awaiting_audit', 'returned'],
  ]
  const log: Logged[] = steps.map(([event, from, to], i) => {
    return { event, from, to, actor: `第${i}人`, at: new Date(i) }
  })
  const place = (count: number) => {
    const taken = log.slice(0, count)
    const row = { state: steps[count - 1]?.[2] ?? 'invited', stateAt: new Date(9) }
    return placeOnStrip(supplierFlow.table.strip ?? { stages: [] }, row, taken, {
      awaited: '张经理',
      words: supplierStateWords,
    }).map((p) => `${p.title} ${p.status} ${p.who ?? '—'}`)
  }
  const first = ['邀请注册 done 第0人', '激活账号 done 第1人']
  expect(place(4)).toEqual([
    ...first,
    '完善企业资料 done 第2人',
    '招标办审核 done 第3人',
    '审核通过 done 第3人',
  ])
  expect(place(5)).toEqual([
    ...first,
    '完善企业资料 done 第4人',
    '招标办审核 current 张经理',
    '审核通过 next —',
  ])
  expect(place(6)).toEqual([...first, '完善企业资料 current 张经理', '招标办审核 next —', '审核通过 next —'])
})
