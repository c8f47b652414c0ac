import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { Card, Empty } from '../../../ui/light.tsx'
import { useLabOptions } from '../booking.queries.ts'
import { LabDay } from '../shared/lab-day.tsx'

/** Finds by lab: one day of all its instruments. */
export function LabFinder() {
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const labs = useLabOptions()
  const labId = Number(search.get('labId')) || 0
  const day = search.get('day')
  return (
    <>
      <div className="filters card no-print">
        <div className="free-field">
          <label htmlFor={id}>实验室</label>
          <select
            id={id}
            value={labId || ''}
            onChange={(e) => setSearch({ by: 'lab', labId: e.target.value, ...(day && { day }) })}
          >
            <option value="" disabled>
              请选择实验室
            </option>
            {labs.map((l) => (
              <option key={l.value} value={l.value}>
                {l.label}
              </option>
            ))}
          </select>
        </div>
      </div>
      {labId ? (
        <LabDay labId={labId} />
      ) : (
        <Card>
          <Empty text="选择实验室，查看其全部仪器一天的日程" />
        </Card>
      )}
    </>
  )
}
