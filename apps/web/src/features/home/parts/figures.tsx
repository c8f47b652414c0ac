import type { Home } from '@portal/contract/home/home'

interface Figure {
  label: string
  unit: string
  value: string
}
const count = (n: number): string => n.toLocaleString('en-US')
const listFigures = (f: Home['figures']): Figure[] => [
  { label: '共享仪器', unit: '台（套）', value: count(f.devices) },
  { label: '开放实验室', unit: '个', value: count(f.labs) },
  { label: '仪器总值', unit: '万元', value: count(Math.round(f.worthFen / 1_000_000)) },
  { label: '近一年服务机时', unit: '小时', value: count(Math.round(f.minutesOfYear / 60)) },
  { label: '近一年预约', unit: '次', value: count(f.bookingsOfYear) },
]
const unknown: Home['figures'] = { devices: 0, labs: 0, worthFen: 0, minutesOfYear: 0, bookingsOfYear: 0 }

export function Figures({ figures }: { figures: Home['figures'] | undefined }) {
  return (
    <dl className="home-figures" aria-label="平台数据" aria-busy={!figures}>
      {listFigures(figures ?? unknown).map((f) => (
        <div key={f.label}>
          <dt>{f.label}</dt>
          <dd>
            {figures ? <b>{f.value}</b> : <span className="bone" />}
            <small>{f.unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
