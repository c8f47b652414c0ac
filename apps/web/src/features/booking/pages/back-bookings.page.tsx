import { useSearchParams } from 'react-router'
import { useHolds } from '../../../lib/session.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ViolationList } from '../../violation/shared/violation-list.tsx'
import { BookingOrders } from '../shared/booking-orders.tsx'

const tabs = [
  { key: 'bookings', title: '预约单' },
  { key: 'violations', title: '违约记录' },
]

/** The back office's bookings, and beside them the violations. */
export default function BackBookingsPage() {
  const [search] = useSearchParams()
  const all = useHolds(['ADMIN'])
  const view = search.get('view') === 'violations' ? 'violations' : 'bookings'
  const intro = <LinkTabs label="预约与违约" name="view" tabs={tabs} value={view} keep={[]} />
  return view === 'violations' ? (
    <ViolationList scope={all ? 'all' : 'lab'} title="预约单管理" intro={intro} />
  ) : (
    <BookingOrders intro={intro} />
  )
}
