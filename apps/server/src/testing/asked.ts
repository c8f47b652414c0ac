import { approvalCalls, type Business, type Task } from '@portal/contract/approval/approval'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { assetCalls } from '@portal/contract/asset/calls'
import { benefitCalls } from '@portal/contract/benefit/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { findingCalls } from '@portal/contract/iot/finding'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { supplierCalls } from '@portal/contract/supplier/supplier'
import { tenderCalls } from '@portal/contract/tender/calls'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { violationCalls } from '@portal/contract/violation/violation'
import { workflowCalls } from '@portal/contract/workflow/calls'
import type { Person, World } from './world.ts'

type Words = (who: Person, id: number) => Promise<readonly string[]>

/** The actions that a person may take on a row of each business, asked as the screens ask. */
export function wordsIn(world: World): Record<Business, Words> {
  const by = (
    send: (who: Person, params: { id: number }) => Promise<{ data?: { can: readonly string[] } }>,
  ) => (async (who, id) => (await send(who, { id })).data?.can ?? []) satisfies Words
  /** Panels are part of their request there. */
  const panels = async (who: Person, all: readonly { id: number }[] = []) =>
    (await Promise.all(all.map(({ id }) => world.send(who, panelCalls.get, { params: { id } })))).flatMap(
      (p) => p.data?.can ?? [],
    )
  return {
    booking: by((who, params) => world.send(who, bookingCalls.get, { params })),
    test_order: by((who, query) => world.send(who, testOrderCalls.get, { query })),
    settlement: by((who, query) => world.send(who, settlementCalls.get, { query })),
    async purchase(who, id) {
      const { data } = await world.send(who, purchaseCalls.get, { params: { id } })
      return [...(data?.can ?? []), ...(await panels(who, data?.panels))]
    },
    panel: by((who, params) => world.send(who, panelCalls.get, { params })),
    tender: by((who, params) => world.send(who, tenderCalls.get, { params })),
    supplier: by((who, params) => world.send(who, supplierCalls.get, { params })),
    delivery: by((who, params) => world.send(who, deliveryCalls.get, { params })),
    acceptance: by((who, params) => world.send(who, acceptanceCalls.get, { params })),
    stock_in: by((who, params) => world.send(who, stockInCalls.get, { params })),
    transfer: by((who, params) => world.send(who, assetCalls.transfer, { params })),
    repair: by((who, params) => world.send(who, assetCalls.repairOrder, { params })),
    async violation(who, id) {
      for (const scope of ['lab', 'all', 'mine'] as const) {
        const { data } = await world.send(who, violationCalls.list, { query: { scope, id } })
        const [row] = data?.items ?? []
        if (row) return row.can
      }
      return []
    },
    async use_finding(who, id) {
      const { data } = await world.send(who, findingCalls.findings, { query: { id } })
      return data?.items[0]?.can ?? []
    },
    benefit: by((who, params) => world.send(who, benefitCalls.get, { params })),
    async workflow(who, id) {
      const { data } = await world.send(who, workflowCalls.instance, { params: { id } })
      return [...(data?.can ?? []), ...(data?.tasks ?? []).flatMap((task) => task.can)].filter(
        (w) => w !== 'comment',
      )
    },
    async scrap(who, id) {
      const { data } = await world.send(who, assetCalls.scrap, { params: { id } })
      return [...(data?.can ?? []), ...(await panels(who, data?.panels))]
    },
  }
}

/** The tasks in the inboxes of these people for which they may take no action. */
export async function findHelpless(world: World, people: readonly Person[]): Promise<string[]> {
  const words = wordsIn(world)
  const helpless: string[] = []
  for (const who of people)
    for (const { business, step, rowId } of await findInbox(world, who)) {
      const can = await words[business](who, rowId)
      if (can.every((word) => word === 'print')) helpless.push(`${business} ${rowId} (${step}): ${who.id}`)
    }
  return helpless
}

async function findInbox(world: World, who: Person): Promise<Task[]> {
  const tasks: Task[] = []
  for (let next: string | null = ''; next !== null;) {
    const query: { size: number; after?: string } = { size: 100, ...(next && { after: next }) }
    const page: { items: Task[]; next: string | null } = await world.ok(who, approvalCalls.tasks, { query })
    tasks.push(...page.items)
    next = page.next
  }
  return tasks
}
