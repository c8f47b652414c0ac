import { actorWords, approvalSteps } from '@portal/contract/approval/approval'
import { makeList, type Ask, type Move, type Step, type Vocabulary } from '../apps/server/src/kernel/flow.ts'
import { acceptanceFlow } from '../apps/server/src/modules/acceptance/acceptance.flow.ts'
import { repairFlow } from '../apps/server/src/modules/repair/repair.flow.ts'
import { stocktakeFlow } from '../apps/server/src/modules/stocktake/stocktake.flow.ts'
import { scrapFlow } from '../apps/server/src/modules/scrap/scrap.flow.ts'
import { transferFlow } from '../apps/server/src/modules/transfer/transfer.flow.ts'
import { assetFlow } from '../apps/server/src/modules/asset-report/asset-report.flow.ts'
import { benefitFlow } from '../apps/server/src/modules/benefit/benefit.flow.ts'
import { bookingFlow } from '../apps/server/src/modules/booking/booking.flow.ts'
import { sampleFlow } from '../apps/server/src/modules/booking/use/sample.flow.ts'
import { deliveryFlow } from '../apps/server/src/modules/delivery/delivery.flow.ts'
import { nationalRowFlow } from '../apps/server/src/modules/national-report/national-report.flow.ts'
import { panelFlow } from '../apps/server/src/modules/panel/panel.flow.ts'
import { purchaseFlow } from '../apps/server/src/modules/purchase/purchase.flow.ts'
import { cardFlow, offlineFlow } from '../apps/server/src/modules/settlement/settlement.flow.ts'
import { stockInFlow } from '../apps/server/src/modules/stock-in/stock-in.flow.ts'
import { supplierFlow } from '../apps/server/src/modules/supplier/supplier.flow.ts'
import { tenderFlow } from '../apps/server/src/modules/tender/tender.flow.ts'
import { violationFlow } from '../apps/server/src/modules/violation/violation.flow.ts'
import { testOrderFlow } from '../apps/server/src/modules/test-order/test-order.flow.ts'

// Prints the flow tables as pages: a diagram and the same steps as a table.

type Words = Record<string, string>
type Told = Step<string, string, string> & { move?: Move<Vocabulary> }
type Steps = readonly Told[]
type Asks = (state: string) => readonly Ask<Vocabulary>[]

/** Merges all steps between the same two states into one arrow. */
function arrows(steps: Steps, words: { state: Words; event: Words }): string[] {
  const on = new Map<string, Set<string>>()
  for (const { from, to, on: event } of steps) {
    const arrow = `${from ?? '[*]'} --> ${to}`
    on.set(arrow, (on.get(arrow) ?? new Set()).add(words.event[event] ?? event))
  }
  return [...on].map(([arrow, events]) => `  ${arrow}: ${[...events].join('、')}`)
}

/** The people whose decision a state waits for, for the table of states. */
function awaited(state: string, asks: Asks): string {
  const all = asks(state).map((a) => {
    const whom = makeList(a.whom).map((role) => (role === 'person' ? `\`${a.as}\`` : actorWords[role]))
    return `${a.title}（${whom.join('或')}）`
  })
  return all.join('、') || '—'
}

/** The actions of a step besides the change of state. */
const doings = ({ move }: Told): string =>
  [...(move?.do ?? []), ...(move?.along ?? []), ...(move?.then ?? [])].map((name) => `\`${name}\``).join(', ')

/** The title of the step's notification. */
const listTells = ({ move }: Told): string => (move?.tell === true ? '（因人而异）' : (move?.tell ?? ''))

interface Printed {
  steps: Steps
  words: { state: Words; event: Words }
  asksAt?: Asks
}

function section(title: string, { steps, words, asksAt }: Printed): string {
  const named = [...new Set(steps.flatMap((s) => [s.from, s.to]))].filter((s) => s !== null)
  const ends = named.filter((state) => !steps.some((s) => s.from === state))
  const say = (state: string | null) => (state === null ? '（新建）' : `${words.state[state]} \`${state}\``)
  const more = asksAt ? [' Does | Tells |', '---|---|'] : ['', '']
  const told = (s: Told) => (asksAt ? ` ${doings(s)} | ${listTells(s)} |` : '')
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
    ...(asksAt
      ? ['| State | Awaited |', '|---|---|', ...named.map((s) => `| ${say(s)} | ${awaited(s, asksAt)} |`), '']
      : []),
    `| From | Event | By | To | Reason |${more[0]}`,
    `|---|---|---|---|---|${more[1]}`,
    ...steps.map(
      (s) =>
        `| ${say(s.from)} | ${words.event[s.on]} \`${s.on}\` | ${s.by.join(', ')} | ${say(s.to)} | ${s.reason ? 'required' : ''} |${told(s)}`,
    ),
    '',
  ].join('\n')
}

/** A process prepared for printing, with its own words. */
const printed = ({
  business,
  steps,
  asksAt,
  table,
}: {
  business: string
  steps: readonly unknown[]
  asksAt: unknown
  table: { words: unknown }
}): Printed => ({
  // The process's type is narrower than the page's.
  steps: steps as Steps,
  asksAt: (state) =>
    (asksAt as Asks)(state).map((a) => ({ ...a, title: a.title ?? stepWords[business]?.[a.step] ?? a.step })),
  words: table.words as Printed['words'],
})
const stepWords: Partial<Record<string, Words>> = approvalSteps

const page = (title: string, source: string, ...sections: string[]) =>
  [
    `# ${title}`,
    '',
    `Printed from \`${source}\` by \`npm run flows\`; what the roles stand for is said there.`,
    '',
    ...sections,
  ].join('\n')

/** File names under docs/flows and their content. */
export const flowPages: Record<string, string> = {
  'national-report.md': page(
    'The flow of a row for the national platform',
    'apps/server/src/modules/national-report/national-report.flow.ts',
    section('Row for the national platform', printed(nationalRowFlow)),
  ),
  'asset-report.md': page(
    'The flow of a fixed-asset report',
    'apps/server/src/modules/asset-report/asset-report.flow.ts',
    section('Fixed-asset report', printed(assetFlow)),
  ),
  'booking.md': page(
    'The flow of a booking',
    'apps/server/src/modules/booking/{booking,use/sample}.flow.ts',
    section('Booking', printed(bookingFlow)),
    section('A delivered sample', printed(sampleFlow)),
  ),
  'test-order.md': page(
    'The flow of a test order',
    'apps/server/src/modules/test-order/test-order.flow.ts',
    section('Test order', printed(testOrderFlow)),
  ),
  'violation.md': page(
    'The flow of a violation',
    'apps/server/src/modules/violation/violation.flow.ts',
    section('Violation', printed(violationFlow)),
  ),
  'settlement.md': page(
    'The flow of a settlement',
    'apps/server/src/modules/settlement/settlement.flow.ts',
    section('By fund card', printed(cardFlow)),
    section('By remittance', printed(offlineFlow)),
  ),
  'purchase.md': page(
    'From a purchase request to the shelf',
    'apps/server/src/modules/{purchase,panel,tender,supplier,delivery,acceptance,stock-in}/*.flow.ts',
    section('Purchase', printed(purchaseFlow)),
    section('Panel of experts', printed(panelFlow)),
    section('Tender', printed(tenderFlow)),
    section('Supplier', printed(supplierFlow)),
    section('Delivery', printed(deliveryFlow)),
    section('Acceptance', printed(acceptanceFlow)),
    section('Stock-in', printed(stockInFlow)),
  ),
  'asset.md': page(
    'Daily management of an instrument',
    'apps/server/src/modules/{transfer,repair,scrap,stocktake}/*.flow.ts',
    section('Transfer', printed(transferFlow)),
    section('Repair', printed(repairFlow)),
    section('Scrapping', printed(scrapFlow)),
    section('Stock-taking', printed(stocktakeFlow)),
  ),
  'benefit.md': page(
    'The flow of a benefit evaluation',
    'apps/server/src/modules/benefit/benefit.flow.ts',
    section('Benefit evaluation', printed(benefitFlow)),
  ),
}
