import { deliveryNumber, type DeliveryState } from '@portal/contract/delivery/delivery'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type pg from 'pg'
import { listGrams } from '../../kernel/search.rules.ts'
import { addDays } from '../../kernel/time.ts'
import type { Frame, User } from '../campus/model.ts'
import { castId } from '../campus/labs.ts'
import type { CastName } from '../cast.ts'
import { actor, log, one, waits } from './lines.ts'
import { payFor, priceAbroad } from './money.ts'

export interface ContractItem {
  name: string
  model: string
  manufacturer: string
  country: string
  quantity: number
  unitYuan: number
}
interface Contract {
  by: CastName
  title: string
  contract: string
  item: ContractItem
  /** Half of it is paid from a card lent to the requester. */
  shared?: boolean
}
interface Plan extends Contract {
  state: Exclude<DeliveryState, 'checked'>
  /** Nameplate numbers of the pieces already entered. */
  entered: readonly string[]
  /** The reason why the contract ended. */
  reason?: string
}
const plans: readonly Plan[] = [
  {
    by: 'supplier',
    title: '高速冷冻离心机采购',
    contract: 'JZ-HT-2026-0101',
    state: 'awaiting_entry',
    item: {
      name: '高速冷冻离心机',
      model: 'H2500R',
      manufacturer: '湘仪',
      country: '中国',
      quantity: 3,
      unitYuan: 28_600,
    },
    entered: ['XY26010017'],
  },
  {
    by: 'supplier2',
    title: '分析天平采购',
    contract: 'JZ-HT-2026-0102',
    state: 'awaiting_check',
    item: {
      name: '十万分之一分析天平',
      model: 'XSR105',
      manufacturer: '梅特勒-托利多',
      country: '瑞士',
      quantity: 2,
      unitYuan: 46_800,
    },
    entered: ['C018824501', 'C018824502'],
  },
  {
    by: 'supplier3',
    title: '旋转蒸发仪采购',
    contract: 'JZ-HT-2026-0103',
    state: 'ended',
    reason: '供应商停产该型号，双方协商终止合同',
    item: {
      name: '旋转蒸发仪',
      model: 'RE-5220',
      manufacturer: '亚荣生化',
      country: '中国',
      quantity: 2,
      unitYuan: 14_600,
    },
    entered: [],
  },
]
const HOUR_MS = 3_600_000

/**
 * Contracts in delivery: one that the supplier is still entering, one that the tendering office must check,
 * one terminated.
 */
export async function fillDeliveries(
  client: pg.Client,
  { frame, people }: { frame: Frame; people: readonly User[] },
): Promise<void> {
  const deptId = people[castId('requester') - 1]?.deptId
  if (!deptId) throw new Error('the requester is of a college')
  for (const [i, plan] of plans.entries()) {
    const at = (step: number) => new Date(frame.now.getTime() - (240 - i * 24 - step * 20) * HOUR_MS)
    const { purchaseId, itemId, supplierId } = await contract(client, plan, {
      deptId,
      at,
      today: frame.today,
    })
    await deliver(client, plan, { purchaseId, itemId, supplierId, at })
  }
}

/** A purchase by the requester with a signed contract. */
export async function contract(
  client: pg.Client,
  plan: Contract,
  about: { deptId: number; at: (step: number) => Date; today: string },
) {
  const { item } = plan
  const { at } = about
  const requester = actor('requester')
  const { rows } = await client.query<{ id: number }>(
    'select supplier_id as id from supplier_user where user_id = $1',
    [castId(plan.by)],
  )
  const supplierId = Number(rows[0]?.id)
  const fen = item.unitYuan * item.quantity * 100
  const sought = listGrams([plan.title, item.name, item.model])
  const purchaseId = await one(
    client,
    `insert into purchase (state, state_at, title, requester_id, dept_id, purpose, budget_fen, method,
        submitted_at, supplier_id, award_fen, awarded_at,
       award_reason, contract_number, contract_on, deliver_by, contract_fen, created_at, search_text,
         search_grams)
     values ('awaiting_delivery', $1, $2, $3, $4, '课题组样品前处理使用', $5, 'general', $6, $7, $5, $8, '报价最低，交货期满足要求',
       $9, $10, $11, $5, $12, $13, $14)`,
    [
      at(6),
      plan.title,
      requester.id,
      about.deptId,
      fen,
      at(1),
      supplierId,
      at(4),
      plan.contract,
      addDays(about.today, -5),
      addDays(about.today, 25),
      at(0),
      sought.text,
      sought.grams,
    ],
  )
  const itemId = await one(
    client,
    `insert into purchase_item (purchase_id, sort, name, model, manufacturer, country, imported, quantity,
        unit_price_fen, price_basis, contract_price_fen)
      values ($1, 1, $2, $3, $4, $5, $6, $7, $8, '三家厂商书面报价', $8)`,
    [
      purchaseId,
      item.name,
      item.model,
      item.manufacturer,
      item.country,
      item.country !== '中国',
      item.quantity,
      item.unitYuan * 100,
    ],
  )
  await payFor(client, purchaseId, fen, plan.shared)
  await priceAbroad(client, purchaseId, addDays(about.today, -10))
  const steps = [
    ['create', null, 'draft', requester],
    ['submit', 'draft', 'awaiting_dept_head', requester],
    ['approve', 'awaiting_dept_head', 'awaiting_equip_office', actor('depthead')],
    ['approve', 'awaiting_equip_office', 'awaiting_sourcing', actor('equipoffice')],
    ['award', 'awaiting_sourcing', 'awaiting_contract', requester],
    ['sign_contract', 'awaiting_contract', 'awaiting_delivery', actor('equipoffice')],
  ] as const
  for (const [n, [event, from, to, by]] of steps.entries())
    await log(client, 'purchase', purchaseId, { event, from, to, by, at: at(n) })
  return { purchaseId, itemId, supplierId }
}

async function deliver(
  client: pg.Client,
  plan: Plan,
  d: { purchaseId: number; itemId: number; supplierId: number; at: (step: number) => Date },
): Promise<void> {
  const { item, state } = plan
  const id = await one(
    client,
    `insert into delivery (purchase_id, supplier_id, state, state_at, created_at)
      values ($1, $2, $3, $4, $5)`,
    [d.purchaseId, d.supplierId, state, d.at(state === 'awaiting_entry' ? 6 : 8), d.at(6)],
  )
  for (let n = 1; n <= item.quantity; n++) {
    const plate = plan.entered[n - 1] ?? null
    await client.query(
      `insert into piece (purchase_id, item_id, number, state, price_fen, name, model, manufacturer, country,
          factory_number, indicators, accessories, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        d.purchaseId,
        d.itemId,
        n,
        state === 'ended' ? 'struck' : plate ? 'entered' : 'expected',
        item.unitYuan * 100,
        item.name,
        item.model,
        item.manufacturer,
        item.country,
        plate,
        plate && '满足合同技术要求',
        plate && '电源线、说明书、合格证各一',
        d.at(7),
      ],
    )
  }
  const member = actor(plan.by)
  await log(client, 'delivery', id, {
    event: 'open',
    from: null,
    to: 'awaiting_entry',
    by: actor('equipoffice'),
    at: d.at(6),
  })
  if (state === 'awaiting_check')
    await log(client, 'delivery', id, {
      event: 'submit',
      from: 'awaiting_entry',
      to: 'awaiting_check',
      by: member,
      at: d.at(8),
    })
  if (state === 'ended') return end(client, plan, id, d)
  const what = `${plan.title}（${purchaseNumber(d.purchaseId)}，${deliveryNumber(id)}）`
  const task = { business: 'delivery', rowId: id, deptId: null, requesterId: null } as const
  if (state === 'awaiting_check')
    await waits(client, {
      ...task,
      step: 'check',
      role: 'tender_office',
      userId: null,
      title: `核对设备信息：${what}`,
      amountFen: item.unitYuan * item.quantity * 100,
      since: d.at(8),
    })
  else
    await waits(client, {
      ...task,
      step: 'entry',
      role: 'person',
      userId: member.id,
      title: `填写设备信息：${what}`,
      amountFen: null,
      since: d.at(6),
    })
}

/** The supplier does not deliver: the contract and the purchase end. */
async function end(
  client: pg.Client,
  { reason = null }: { reason?: string | null },
  id: number,
  { purchaseId, at }: { purchaseId: number; at: (step: number) => Date },
): Promise<void> {
  const by = actor('equipoffice')
  await client.query('update delivery set reason = $2 where id = $1', [id, reason])
  await log(client, 'delivery', id, {
    event: 'end',
    from: 'awaiting_entry',
    to: 'ended',
    by,
    reason,
    at: at(8),
  })
  await client.query(`update purchase set state = 'terminated', state_at = $2, reason = $3 where id = $1`, [
    purchaseId,
    at(8),
    reason,
  ])
  await log(client, 'purchase', purchaseId, {
    event: 'terminate',
    from: 'awaiting_delivery',
    to: 'terminated',
    by,
    reason,
    at: at(8),
  })
}
