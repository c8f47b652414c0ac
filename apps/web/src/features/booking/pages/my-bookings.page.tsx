import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import { bookingScopeWords, type BookingScope } from '@portal/contract/booking/list'
import { violationScopeWords } from '@portal/contract/violation/violation'
import { useLive } from '../../../lib/live.ts'
import { ButtonLink, Skeleton } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { definePart } from '../../../ui/part.tsx'
import { UnratedUses } from '../../use-rating/shared/unrated-uses.tsx'
import { bookingColumns as c, bookingFilters as f } from '../booking.columns.tsx'
import { useBookings } from '../booking.queries.ts'
import { UnsurveyedUses } from '../parts/unsurveyed-uses.tsx'
import { CalendarLink } from '../shared/calendar-link.tsx'
import { bookingBatch, useBookingRowActions } from '../parts/list-actions.tsx'

const scopes = ['mine', 'experimenter', 'payer', 'lab'] as const satisfies readonly BookingScope[]
const records = { violations: 'mine', 'lab-violations': 'lab' } as const
const tabs = [
  ...scopes.map((key) => ({ key, title: bookingScopeWords[key] })),
  { key: 'violations', title: violationScopeWords.mine },
  { key: 'lab-violations', title: violationScopeWords.lab },
]
/** Loaded with its own rows, because few users open it. */
const ViolationList = definePart(async () => ({
  default: (await import('../../violation/shared/violation-list.tsx')).ViolationList,
}))

/** The user's bookings by role (booker, payer, lab), and violations. */
export default function MyBookingsPage() {
  const [search] = useSearchParams()
  const asked = search.get('scope')
  if (asked !== 'violations' && asked !== 'lab-violations') return <Bookings />
  return (
    <Suspense fallback={<Skeleton />}>
      <ViolationList
        scope={records[asked]}
        id={Number(search.get('id')) || undefined}
        title="我的预约"
        intro={<LinkTabs label="预约范围" name="scope" tabs={tabs} value={asked} keep={[]} />}
      />
    </Suspense>
  )
}

function Bookings() {
  const [search] = useSearchParams()
  const scope = scopes.find((s) => s === search.get('scope')) ?? 'mine'
  const actions = useBookingRowActions()
  const batch = bookingBatch
  useLive(['me'], [bookingCalls.list])
  // As payer or for a lab, the user may have to approve other people's bookings.
  const judges = scope === 'payer' || scope === 'lab'
  return (
    <ListPage
      key={scope}
      title="我的预约"
      rows={useBookings}
      sortsCounted
      fixed={{ scope }}
      // A lab's bookings are sorted by number; a person's own by what is due next.
      {...(scope !== 'lab' && { order: 'agenda asc' })}
      columns={[
        c.id,
        c.device,
        c.asset,
        c.period,
        c.state,
        c.kind,
        ...(scope === 'mine' ? [] : [c.booker]),
        c.payer,
        c.estimate,
        c.created,
      ]}
      filters={[f.keyword, f.state, f.days, f.kind, ...(judges ? [f.device, f.liveOn, f.awaitingMe] : [])]}
      actions={actions}
      {...(judges && { batch })}
      intro={
        <>
          <LinkTabs label="预约范围" name="scope" tabs={tabs} value={scope} />
          {(scope === 'mine' || scope === 'experimenter') && (
            <>
              <UnsurveyedUses />
              <UnratedUses />
            </>
          )}
        </>
      }
      extra={
        <>
          {(scope === 'mine' || scope === 'experimenter') && <CalendarLink />}
          <ButtonLink kind="primary" to="/osp-test/subscribe">
            预约仪器
          </ButtonLink>
        </>
      }
      empty={{ text: '还没有预约', action: <ButtonLink to="/osp-test/subscribe">预约仪器</ButtonLink> }}
    />
  )
}
