import { useId, useState } from 'react'
import { formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import { useAddReport } from '../national-report.queries.ts'

const SPAN = 4

/** Creates the report of a year that has none. */
export function AddReport({ years }: { years: readonly number[] }) {
  const id = useId()
  const now = Number(formatDay(new Date()).slice(0, 4))
  const open = Array.from({ length: SPAN }, (_, i) => now - i).filter((y) => !years.includes(y))
  const [chosen, choose] = useState<number>()
  const { run, busy } = useAddReport()
  const year = chosen !== undefined && open.includes(chosen) ? chosen : open[0]
  if (year === undefined) return null
  const add = async () => {
    try {
      await run({ body: { year } })
      say('success', `${year} 年度上报已建立，请收集数据`)
    } catch {
      // `send` has shown the failure.
    }
  }
  return (
    <div className="national-add">
      <label htmlFor={id}>年度</label>
      <select id={id} value={year} onChange={(e) => choose(Number(e.target.value))}>
        {open.map((y) => (
          <option key={y}>{y}</option>
        ))}
      </select>
      <Button kind="primary" busy={busy} onClick={() => void add()}>
        建立年度上报
      </Button>
    </div>
  )
}
