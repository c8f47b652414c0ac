import { useSearchParams } from 'react-router'
import { bookingCalls, bookingScopeWords, type BookingScope } from '@portal/contract/booking/booking'
import { useLive } from '../../../lib/live.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { bookingColumns as c, bookingFilters as f } from '../booking.columns.tsx'
import { useBookings } from '../booking.queries.ts'
import { useBookingBatch, useBookingRowActions } from '../parts/list-actions.tsx'

const scopes = ['mine', 'experimenter', 'payer', 'lab'] as const satisfies readonly BookingScope[]
const tabs = scopes.map((key) => ({ key, title: bookingScopeWords[key] }))

/** The bookings a person has to do with, from each of his sides. */
export default function MyBookingsPage() {
  const [search] = useSearchParams()
  const scope = scopes.find((s) => s === search.get('scope')) ?? 'mine'
  const actions = useBookingRowActions()
  const batch = useBookingBatch()
  useLive(['me'], [bookingCalls.list])
  // Where others' bookings are listed, some may wait for my word.
  const judges = scope === 'payer' || scope === 'lab'
  return (
    <ListPage
      key={scope}
      title="我的预约"
      rows={useBookings}
      fixed={{ scope }}
      // A lab's bookings are a ledger, by number; a person's own are what he has to do next.
      {...(scope !== 'lab' && { order: 'agenda asc' })}
      columns={[c.id, c.device, c.period, c.state, c.kind, ...(scope === 'mine' ? [] : [c.booker]), c.payer, c.estimate, c.created]}
      filters={[f.keyword, f.state, f.days, f.kind, ...(judges ? [f.device, f.awaitingMe] : [])]}
      actions={actions}
      {...(judges && { batch })}
      intro={<LinkTabs label="预约范围" name="scope" tabs={tabs} value={scope} />}
      extra={
        <ButtonLink kind="primary" to="/osp-test/subscribe">
          预约仪器
        </ButtonLink>
      }
      empty={{ text: '还没有预约', action: <ButtonLink to="/osp-test/subscribe">预约仪器</ButtonLink> }}
    />
  )
}
