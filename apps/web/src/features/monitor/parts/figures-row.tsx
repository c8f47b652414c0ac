import type { ReactNode } from 'react'

/** Figures side by side, each with its label. */
export const FiguresRow = ({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="figures-row">
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
