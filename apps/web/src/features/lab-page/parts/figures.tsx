import type { LabFigures } from '@portal/contract/lab-page/lab-page'
import { LabTrend, LabUse } from '../../statistics/shared/trend.tsx'
import { useFigures } from '../lab-page.queries.ts'

const shown: readonly { title: string; unit: string; of: (f: LabFigures) => number }[] = [
  { title: '仪器', unit: '台', of: (f) => f.devices },
  { title: '开放共享', unit: '台', of: (f) => f.sharedDevices },
  { title: '房间', unit: '间', of: (f) => f.rooms },
  { title: '人员', unit: '人', of: (f) => f.members },
]

/** The lab's key figures. Optional: an unknown figure is a dash, and no other part waits for it. */
export function Figures({ labKey, labId }: { labKey: string; labId: number }) {
  const { data } = useFigures({ query: { id: labKey } }, { staleTime: 60_000 })
  return (
    <dl className="lab-figures" aria-label="实验室概况">
      {shown.map((f) => (
        <div key={f.title}>
          <dt>{f.title}</dt>
          <dd>
            {data ? f.of(data).toLocaleString('zh-CN') : '—'}
            <small>{f.unit}</small>
          </dd>
        </div>
      ))}
      <div>
        <dt>近 12 个月使用</dt>
        <dd>
          <LabUse labId={labId} what="uses" />
          <small>次</small>
        </dd>
      </div>
      <div>
        <dt>近 12 个月机时</dt>
        <dd>
          <LabUse labId={labId} what="hours" />
          <small>小时</small>
        </dd>
      </div>
      <div>
        <dt>各月机时</dt>
        <dd>
          <LabTrend labId={labId} />
        </dd>
      </div>
    </dl>
  )
}
