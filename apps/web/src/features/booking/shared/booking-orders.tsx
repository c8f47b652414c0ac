import type { BookingRow } from '@portal/contract/booking/row'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/list/data-table.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { bookingColumns as c, bookingFilters as f } from '../booking.columns.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { saveBookings, useBookings, useManagedLabs } from '../booking.queries.ts'
import { bookingBatch, useBookingRowActions } from '../parts/list-actions.tsx'

const filters = [
  f.keyword,
  f.state,
  f.days,
  f.kind,
  { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab } as const,
  f.device,
  f.awaitingMe,
]

const lab: Column<BookingRow> = { key: 'lab', title: '实验室', render: (b) => b.lab.name, phone: false }

/** Most pay for themselves or have one supervisor: a name only where it is another. */
const people: Column<BookingRow> = {
  key: 'booker',
  title: '预约人与付款人',
  render: ({ booker, payer }) => (
    <TwoLines first={booker.name} second={payer.id === booker.id ? null : `${payer.name} 付款`} />
  ),
}

/** The back office's bookings: everything within the holder's labs. */
export function BookingOrders({ plain, intro }: { plain?: true; intro?: ReactNode }) {
  const labs = useManagedLabs({ page: 0, size: 1 }).data?.total
  return (
    <ListPage
      {...(plain && { plain })}
      {...(intro !== undefined && { intro })}
      title="预约单管理"
      rows={useBookings}
      sortsCounted
      fixed={{ scope: 'all' }}
      columns={[
        c.id,
        c.device,
        c.asset,
        // Who looks after one laboratory need not read its name in each row.
        labs === 1 ? { ...lab, optional: true } : lab,
        c.period,
        c.state,
        // The office wants to know what is used by whom, not how and for how much.
        { ...c.kind, for: ['benches', 'books'] },
        people,
        { ...c.estimate, for: ['benches', 'books'] },
        { ...c.created, optional: true },
      ]}
      filters={filters}
      actions={useBookingRowActions()}
      batch={bookingBatch}
      onExport={saveBookings}
      empty={{ text: '还没有预约单' }}
    />
  )
}
