import { ListPage } from '../../../ui/list/list-page.tsx'
import { bookingColumns as c, bookingFilters as f } from '../booking.columns.tsx'
import { useBookings } from '../booking.queries.ts'
import { useBookingRowActions } from '../parts/list-actions.tsx'

/** Past and future bookings of a device. */
export function DeviceBookings({ deviceId }: { deviceId: number }) {
  return (
    <ListPage
      plain
      title="使用记录"
      rows={useBookings}
      sortsCounted
      fixed={{ scope: 'all', deviceId }}
      columns={[c.id, { ...c.period, main: true }, c.state, c.kind, c.booker, c.payer, c.estimate]}
      filters={[f.state, f.days, f.keyword]}
      actions={useBookingRowActions()}
      empty={{ text: '该仪器还没有预约' }}
    />
  )
}
