import { assetEventWords, assetStateWords } from '@portal/contract/asset-report/asset-report'
import {
  bookingEventWords,
  bookingStateWords,
  sampleEventWords,
  sampleStateWords,
} from '@portal/contract/booking/booking'
import { acceptanceEventWords, acceptanceStateWords } from '@portal/contract/acceptance/acceptance'
import {
  repairOrderEventWords,
  repairOrderStateWords,
  scrapEventWords,
  scrapStateWords,
  transferEventWords,
  transferStateWords,
} from '@portal/contract/asset/asset'
import { deliveryEventWords, deliveryStateWords } from '@portal/contract/delivery/delivery'
import { panelEventWords, panelStateWords } from '@portal/contract/panel/panel'
import { purchaseEventWords, purchaseStateWords } from '@portal/contract/purchase/purchase'
import { settlementEventWords, settlementStateWords } from '@portal/contract/settlement/settlement'
import { stockInEventWords, stockInStateWords } from '@portal/contract/stock-in/stock-in'
import { supplierEventWords, supplierStateWords } from '@portal/contract/supplier/supplier'
import { tenderEventWords, tenderStateWords } from '@portal/contract/tender/tender'
import { violationEventWords, violationStateWords } from '@portal/contract/violation/violation'
import { testOrderEventWords, testOrderStateWords } from '@portal/contract/test-order/test-order'
import type { Step } from '../apps/server/src/kernel/flow.ts'
import { acceptanceFlow } from '../apps/server/src/modules/acceptance/acceptance.flow.ts'
import { repairOrderFlow } from '../apps/server/src/modules/asset/repair-order.flow.ts'
import { scrapFlow } from '../apps/server/src/modules/asset/scrap.flow.ts'
import { transferFlow } from '../apps/server/src/modules/asset/transfer.flow.ts'
import { assetFlow } from '../apps/server/src/modules/asset-report/asset-report.flow.ts'
import { bookingFlow } from '../apps/server/src/modules/booking/booking.flow.ts'
import { sampleFlow } from '../apps/server/src/modules/booking/sample.flow.ts'
import { deliveryFlow } from '../apps/server/src/modules/delivery/delivery.flow.ts'
import { panelFlow } from '../apps/server/src/modules/panel/panel.flow.ts'
import { purchaseFlow } from '../apps/server/src/modules/purchase/purchase.flow.ts'
import { cardFlow, offlineFlow } from '../apps/server/src/modules/settlement/settlement.flow.ts'
import { stockInFlow } from '../apps/server/src/modules/stock-in/stock-in.flow.ts'
import { supplierFlow } from '../apps/server/src/modules/supplier/supplier.flow.ts'
import { tenderFlow } from '../apps/server/src/modules/tender/tender.flow.ts'
import { violationFlow } from '../apps/server/src/modules/violation/violation.flow.ts'
import { testOrderFlow } from '../apps/server/src/modules/test-order/test-order.flow.ts'

// The flow tables as pages for reading: a picture and the same lines in words.

type Words = Record<string, string>
type Steps = readonly Step<string, string, string>[]

/** The lines between the same two states are one arrow. */
function arrows(steps: Steps, words: { state: Words; event: Words }): string[] {
  const on = new Map<string, Set<string>>()
  for (const { from, to, on: event } of steps) {
    const arrow = `${from ?? '[*]'} --> ${to}`
    on.set(arrow, (on.get(arrow) ?? new Set()).add(words.event[event] ?? event))
  }
  return [...on].map(([arrow, events]) => `  ${arrow}: ${[...events].join('、')}`)
}

function section(
  title: string,
  { steps, words }: { steps: Steps; words: { state: Words; event: Words } },
): string {
  const named = [...new Set(steps.flatMap((s) => [s.from, s.to]))].filter((s) => s !== null)
  const ends = named.filter((state) => !steps.some((s) => s.from === state))
  const say = (state: string | null) => (state === null ? '（新建）' : `${words.state[state]} \`${state}\``)
  return [
    `## ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...named.map((state) => `  state "${words.state[state]}" as ${state}`),
    ...arrows(steps, words),
    ...ends.map((state) => `  ${state} --> [*]`),
    '```',
    '',
    '| From | Event | By | To | Reason |',
    '|---|---|---|---|---|',
    ...steps.map(
      (s) =>
        `| ${say(s.from)} | ${words.event[s.on]} \`${s.on}\` | ${s.by.join(', ')} | ${say(s.to)} | ${s.reason ? 'required' : ''} |`,
    ),
    '',
  ].join('\n')
}

const page = (title: string, source: string, ...sections: string[]) =>
  [
    `# ${title}`,
    '',
    `Printed from \`${source}\` by \`npm run flows\`; what the roles stand for is said there.`,
    '',
    ...sections,
  ].join('\n')

const booking = { state: bookingStateWords, event: bookingEventWords }
const sample = { state: sampleStateWords, event: sampleEventWords }
const testOrder = { state: testOrderStateWords, event: testOrderEventWords }
const acceptance = { state: acceptanceStateWords, event: acceptanceEventWords }
const settlement = { state: settlementStateWords, event: settlementEventWords }

/** File names under docs/flows and what they should hold. */
export const flowPages: Record<string, string> = {
  'asset-report.md': page(
    'The flow of a fixed-asset report',
    'apps/server/src/modules/asset-report/asset-report.flow.ts',
    section('Fixed-asset report', {
      steps: assetFlow.steps,
      words: { state: assetStateWords, event: assetEventWords },
    }),
  ),
  'booking.md': page(
    'The flow of a booking',
    'apps/server/src/modules/booking/{booking,sample}.flow.ts',
    section('Booking', { steps: bookingFlow.steps, words: booking }),
    section('A delivered sample', { steps: sampleFlow.steps, words: sample }),
  ),
  'test-order.md': page(
    'The flow of a test order',
    'apps/server/src/modules/test-order/test-order.flow.ts',
    section('Test order', { steps: testOrderFlow.steps, words: testOrder }),
  ),
  'violation.md': page(
    'The flow of a violation',
    'apps/server/src/modules/violation/violation.flow.ts',
    section('Violation', {
      steps: violationFlow.steps,
      words: { state: violationStateWords, event: violationEventWords },
    }),
  ),
  'settlement.md': page(
    'The flow of a settlement',
    'apps/server/src/modules/settlement/settlement.flow.ts',
    section('By fund card', { steps: cardFlow.steps, words: settlement }),
    section('By remittance', { steps: offlineFlow.steps, words: settlement }),
  ),
  'purchase.md': page(
    'From a purchase request to the shelf',
    'apps/server/src/modules/{purchase,panel,tender,supplier,delivery,acceptance,stock-in}/*.flow.ts',
    section('Purchase', {
      steps: purchaseFlow.steps,
      words: { state: purchaseStateWords, event: purchaseEventWords },
    }),
    section('Panel of experts', {
      steps: panelFlow.steps,
      words: { state: panelStateWords, event: panelEventWords },
    }),
    section('Tender', {
      steps: tenderFlow.steps,
      words: { state: tenderStateWords, event: tenderEventWords },
    }),
    section('Supplier', {
      steps: supplierFlow.steps,
      words: { state: supplierStateWords, event: supplierEventWords },
    }),
    section('Delivery', {
      steps: deliveryFlow.steps,
      words: { state: deliveryStateWords, event: deliveryEventWords },
    }),
    section('Acceptance', { steps: acceptanceFlow.steps, words: acceptance }),
    section('Stock-in', {
      steps: stockInFlow.steps,
      words: { state: stockInStateWords, event: stockInEventWords },
    }),
  ),
  'asset.md': page(
    'Daily management of an instrument',
    'apps/server/src/modules/asset/*.flow.ts',
    section('Transfer', {
      steps: transferFlow.steps,
      words: { state: transferStateWords, event: transferEventWords },
    }),
    section('Repair', {
      steps: repairOrderFlow.steps,
      words: { state: repairOrderStateWords, event: repairOrderEventWords },
    }),
    section('Scrapping', {
      steps: scrapFlow.steps,
      words: { state: scrapStateWords, event: scrapEventWords },
    }),
  ),
}
