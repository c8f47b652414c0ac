import { useSearchParams } from 'react-router'
import { curveSpanWords, type CurvePoint, type CurveSpan, type UnitRow } from '@portal/contract/iot/iot'
import { formatMinute } from '../../../lib/format.ts'
import { Card, Empty } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useCurve } from '../iot.queries.ts'
import '../iot.css'

type Figure = 'watts' | 'amps' | 'celsius' | 'humidity'
const figures: Record<Figure, { title: string; unit: string }> = {
  watts: { title: '功率', unit: 'W' },
  amps: { title: '电流', unit: 'A' },
  celsius: { title: '温度', unit: '℃' },
  humidity: { title: '湿度', unit: '%' },
}
const spans = Object.entries(curveSpanWords).map(([key, title]) => ({ key, title }))
const isSpan = (key: string | null): key is CurveSpan => key !== null && key in curveSpanWords
export const hasCurve = (u: UnitRow) => ['air_switch', 'meter', 'climate'].includes(u.kind)

/** Recent readings as a curve; the current shows whether an instrument runs. */
export function Curve({ unit }: { unit: UnitRow }) {
  const [search] = useSearchParams()
  const asked = search.get('span')
  const span = isSpan(asked) ? asked : 'day'
  const query = useCurve({ params: { id: unit.id }, query: { span } })
  const { data } = query
  const shown = (Object.keys(figures) as Figure[]).filter((f) => data?.points.some((p) => p[f] !== null))
  // Many meters report their counter only.
  const isCounted = data?.points.some((p) => p.kwh !== null) ?? false
  return (
    <Card>
      <h2>读数曲线</h2>
      <LinkTabs label="时间范围" name="span" tabs={spans} value={span} />
      {!data && <Waiting plain query={query} rows={5} />}
      {data && shown.length === 0 && !isCounted && <Empty text="这段时间没有读数" />}
      {data && shown.map((f) => <Line key={f} figure={f} {...data} />)}
      {data && <Used points={data.points} />}
    </Card>
  )
}
/**
 * Energy used in this time: the sum of the counter's increments. A counter that was reset, or a meter that
 * was exchanged, starts lower, which counts as 0, as in the measured use of a booking.
 */
function Used({ points }: { points: readonly CurvePoint[] }) {
  const said = points.flatMap((p) => p.kwh ?? [])
  const last = said.at(-1)
  if (last === undefined) return null
  const used = said.reduce((sum, kwh, i) => sum + Math.max(0, kwh - (said[i - 1] ?? kwh)), 0)
  return (
    <p className="muted">
      {said.length > 1 && `本段用电 ${used.toFixed(2)} kWh，`}表底 {last.toFixed(2)} kWh。
    </p>
  )
}

const [WIDTH, HEIGHT] = [720, 140]
function Line(about: { figure: Figure; points: readonly CurvePoint[]; from: string; to: string }) {
  const { title, unit } = figures[about.figure]
  const said = about.points.flatMap((p) => {
    const value = p[about.figure]
    return value === null ? [] : [{ at: Date.parse(p.at), value }]
  })
  const [start, end] = [Date.parse(about.from), Date.parse(about.to)]
  const most = Math.max(...said.map((p) => p.value))
  // Temperature and humidity start at their lowest value, a current at 0.
  const least = unit === '℃' || unit === '%' ? Math.min(...said.map((p) => p.value)) : 0
  const height = most - least || 1
  const gap = 3 * Math.max(600_000, (end - start) / 400)
  const path = said
    .map((p, i) => {
      const before = said[i - 1]
      const x = ((p.at - start) / (end - start)) * WIDTH
      const y = HEIGHT - ((p.value - least) / height) * (HEIGHT - 8) - 4
      return `${!before || p.at - before.at > gap ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
  const figure = (value: number) => `${Number(value.toFixed(1))} ${unit}`
  const last = said.at(-1)
  const words = `${title}：最近 ${figure(last?.value ?? 0)}，最低 ${figure(Math.min(...said.map((p) => p.value)))}，最高 ${figure(most)}`
  return (
    <figure className="iot-curve">
      <figcaption>{words}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={path} />
      </svg>
      <p className="muted">
        <span>{formatMinute(about.from)}</span>
        <span>{formatMinute(about.to)}</span>
      </p>
    </figure>
  )
}
