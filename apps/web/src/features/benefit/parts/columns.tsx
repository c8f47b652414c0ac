import { Link } from 'react-router'
import { pointsText } from '@portal/contract/benefit/score'
import { benefitItems, benefitItemWords, type BenefitItem } from '@portal/contract/benefit/scheme'
import { EMPTY } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'

interface Named {
  name: string
  serialId: string
}
export const DeviceLink = ({ device: d }: { device: Named }) => (
  <TwoLines
    // Underlined inside text, because colour alone does not mark a link.
    first={
      <Link
        to={to('/osp/asset/label', { serialId: d.serialId })}
        style={{ textDecoration: 'underline' }}
        title={d.name}
      >
        {d.name}
      </Link>
    }
    second={d.serialId}
  />
)
export const Points = ({ value, strong }: { value: number | null; strong?: boolean }) => {
  const text = value === null ? EMPTY : pointsText(value)
  return strong ? <strong className="num">{text}</strong> : <span className="num">{text}</span>
}
/** The change from the previous year. */
export const Change = ({ now, before }: { now: number; before: number | null }) => {
  if (before === null) return <span className="muted">上年未评</span>
  const by = now - before
  return (
    <span className="num">{by === 0 ? '持平' : `${by > 0 ? '↑' : '↓'} ${pointsText(Math.abs(by))}`}</span>
  )
}
export const scoreColumns = <Row extends { scores: Record<BenefitItem, number> }>(): Column<Row>[] =>
  benefitItems.map((item) => ({
    key: item,
    title: benefitItemWords[item],
    align: 'right',
    render: (r) => <Points value={r.scores[item]} />,
  }))
