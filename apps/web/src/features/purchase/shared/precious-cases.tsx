import { preciousLines, type PreciousCase } from '@portal/contract/purchase/precious-case'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card } from '../../../ui/light.tsx'
import { PaperFacts } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { usePurchase } from '../purchase.queries.ts'

interface Props {
  items: readonly { id: number; name: string; preciousCase: PreciousCase | null }[]
}
const listLines = ({ items }: Props) =>
  items.flatMap((i) => (i.preciousCase ? [{ ...i, lines: preciousLines(i.preciousCase) }] : []))

/** The case for each precious instrument. */
export const PreciousCases = (props: Props) =>
  listLines(props).map((i) => (
    <Card key={i.id} title={`贵重仪器论证：${i.name}`}>
      <Facts
        items={i.lines.map(([label, value]) => ({
          label,
          value: <span style={{ whiteSpace: 'pre-line' }}>{value}</span>,
          wide: value.length > 40,
        }))}
      />
    </Card>
  ))

/** The same for printing. */
export const PrintedPreciousCases = (props: Props) =>
  listLines(props).map((i) => (
    <section key={i.id}>
      <h2>贵重仪器论证：{i.name}</h2>
      <PaperFacts items={i.lines} />
    </section>
  ))

/** The case beside the experts' form. */
export function PurchasePreciousCases({
  purchaseId,
  printed = false,
}: {
  purchaseId: number
  printed?: boolean
}) {
  const query = usePurchase({ params: { id: purchaseId } })
  const { data } = query
  // Nothing in its place would look like a purchase without a case, and experts sign what they read.
  if (!data) return <Waiting query={query} rows={4} />
  return printed ? <PrintedPreciousCases items={data.items} /> : <PreciousCases items={data.items} />
}
