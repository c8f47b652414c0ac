import './sparkline.css'

interface Props {
  /** Oldest first. */
  values: readonly number[]
  /** The values in words, for screen readers. */
  label: string
  /** The last period is not over yet. */
  open?: boolean
  size?: 'row' | 'head'
}
const [WIDTH, HEIGHT, GAP] = [96, 26, 2]
/** Minimum height of a value above 0, so that it is visible. */
const LEAST = 1.5

/** A small bar chart in the width of a word. The label says the same. */
export function Sparkline({ values, label, open = false, size = 'row' }: Props) {
  const most = Math.max(...values, 1)
  const step = WIDTH / Math.max(values.length, 1)
  return (
    <svg
      className="sparkline"
      data-size={size}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {values.map((value, i) => {
        const height = value > 0 ? Math.max((value / most) * (HEIGHT - 1), LEAST) : 0
        return (
          <g key={i} data-open={(open && i === values.length - 1) || undefined}>
            <rect className="sparkline-ground" x={i * step} y={HEIGHT - 1} width={step - GAP} height={1} />
            <rect x={i * step} y={HEIGHT - height} width={step - GAP} height={height} />
          </g>
        )
      })}
    </svg>
  )
}
