import {
  deliveryEvents,
  deliveryStates,
  deliveryStateWords,
  type DeliveryState,
} from '@portal/contract/delivery/delivery'
import { expect, test } from 'vitest'
import { placeOnStrip, type Logged } from '../../kernel/strip.rules.ts'
import { walkFlow } from '../../testing/flow.ts'
import { deliveryFlow } from './delivery.flow.ts'

walkFlow('a delivery', deliveryFlow, {
  states: deliveryStates,
  events: deliveryEvents,
  roles: ['member', 'tender_office', 'system'],
  ends: ['ended'],
})

test('what was checked before a piece came back counts no more; what has ended stands where it stood', () => {
  const steps: [string, DeliveryState | null, DeliveryState][] = [
    ['open', null, 'awaiting_entry'],
    ['submit', 'awaiting_entry', 'awaiting_check'],
    ['approve', 'awaiting_check', 'checked'],
    ['reopen', 'checked', 'awaiting_entry'],
    ['submit', 'awaiting_entry', 'awaiting_check'],
    ['end', 'awaiting_check', 'ended'],
  ]
  const log: Logged[] = steps.map(([event, from, to], i) => {
    return { event, from, to, actor: `第${i}人`, at: new Date(i) }
  })
  const place = (count: number) => {
    const taken = log.slice(0, count)
    const row = { state: steps[count - 1]?.[2] ?? 'checked', stateAt: new Date(9) }
    return placeOnStrip(deliveryFlow.table.strip ?? { stages: [] }, row, taken, {
      awaited: '张经理',
      words: deliveryStateWords,
    }).map((p) => `${p.title} ${p.status} ${p.who ?? '—'}`)
  }
  expect(place(3)).toEqual([
    '合同签订 done 第0人',
    '填写设备信息 done 第1人',
    '招标办核对 done 第2人',
    '转入验收 done 第2人',
  ])
  expect(place(4)).toEqual([
    '合同签订 done 第0人',
    '填写设备信息 current 张经理',
    '招标办核对 next —',
    '转入验收 next —',
  ])
  expect(place(6)).toEqual(['合同签订 done 第0人', '填写设备信息 done 第4人', '合同已终止 stopped 第5人'])
})
