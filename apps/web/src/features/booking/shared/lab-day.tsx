import { Link, useSearchParams } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useLabDay } from '../booking.queries.ts'
import { readDay } from '../calendar.rules.ts'
import { DayBar, Timeline } from '../parts/timeline.tsx'

/** One day of all instruments of a lab; the day is kept in the address bar. */
export function LabDay({ labId }: { labId: number }) {
  const [search, setSearch] = useSearchParams()
  const day = readDay(search.get('day'))
  const query = useLabDay({ query: { labId, day } }, { staleTime: 0 })
  const devices = query.data?.devices ?? []
  useLive([`lab:${labId}`], [bookingCalls.labDay])
  const go = (next: string) => {
    const address = new URLSearchParams(search)
    address.set('day', next)
    setSearch(address, { replace: true, preventScrollReset: true })
  }
  return (
    <section className="timeline card" aria-label="实验室仪器日程">
      <div className="device-calendar-bar">
        <DayBar day={day} onDay={go} />
      </div>
      {query.data ? (
        devices.length > 0 ? (
          <>
            <Timeline day={day} now={query.data.now} devices={devices} />
            {query.data.more && (
              <p className="muted">
                该实验室开放预约的仪器较多，这里只按名称列出前 {devices.length} 台，其余请
                <Link to={to('/osp-test/subscribe', { by: 'device' })}>按仪器查找</Link>。
              </p>
            )}
          </>
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
