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

/**
 * Most bookers pay for themselves or have one supervisor, so the payer shows only if it is another person.
 */
const people: Column<BookingRow> = {
  key: 'booker',
  title: '预约人与付款人',
  render: ({ booker, payer }) => (
    <TwoLines first={booker.name} second={payer.id === booker.id ? null : `${payer.name} 付款`} />
  ),
}

/** The back office's bookings: all within the user's labs. */
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
        // With only one laboratory its name is hidden by default.
        labs === 1 ? { ...lab, optional: true } : lab,
        c.period,
        c.state,
        // The office needs to know who uses what; kind and price are shown by default to benches and books
        // only.
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
