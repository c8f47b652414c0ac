import { useState } from 'react'
import { bookingCalls } from '@portal/contract/booking/calls'
import { useLive } from '../../../lib/live.ts'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useLabDay } from '../booking.queries.ts'
import { findDay } from '../calendar.rules.ts'
import { DayBar, Timeline } from '../parts/timeline.tsx'

/** One day of all instruments of a lab. */
export function LabDay({ labId }: { labId: number }) {
  const [day, setDay] = useState(() => findDay(new Date()))
  const query = useLabDay({ query: { labId, day } }, { staleTime: 0 })
  const devices = query.data?.devices ?? []
  useLive(
    devices.map((d) => `device:${d.id}`),
    [bookingCalls.labDay],
  )
  return (
    <section className="timeline card" aria-label="实验室仪器日程">
      <div className="device-calendar-bar">
        <DayBar day={day} onDay={setDay} />
      </div>
      {query.data ? (
        devices.length > 0 ? (
          <Timeline day={day} now={query.data.now} devices={devices} />
        ) : (
          <Empty text="该实验室没有开放预约的仪器" />
        )
      ) : query.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={6} height={36} />
      )}
    </section>
  )
}
