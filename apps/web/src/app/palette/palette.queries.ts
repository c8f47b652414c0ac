import { useQuery } from '@tanstack/react-query'
import { bookingStateWords } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import type { BookingScope } from '@portal/contract/booking/list'
import { deviceCalls } from '@portal/contract/device/device'
import { view } from '@portal/contract/kernel/permissions'
import { labCalls } from '@portal/contract/lab/lab'
import { peopleCalls, readers } from '@portal/contract/people/people'
import { formatPeriod } from '../../lib/format.ts'
import { to } from '../../lib/paths.ts'
import { makeQuery } from '../../lib/query.ts'
import { useHolds, useUser } from '../../lib/session.ts'

/** A search result with its link. */
export interface Hit {
  key: string
  title: string
  note: string
  to: string
}
const FEW = 5
const page = { page: 0, size: FEW }
const KEEP = { staleTime: 30_000 }

/** Instruments that the user may see. */
export function useDeviceHits(keyword: string): { hits: Hit[]; busy: boolean } {
  const { data, isFetching } = useQuery({
    ...makeQuery(deviceCalls.list, { query: { ...page, deviceName: keyword } }),
    enabled: keyword !== '',
    ...KEEP,
  })
  const hits = (data?.items ?? []).map((d) => ({
    key: `device ${d.id}`,
    title: d.name,
    note: [d.serialId, d.lab.name].join(' · '),
    to: to('/dashboard/deviceDetail', { id: d.id }),
  }))
  return { hits, busy: isFetching }
}

export function useLabHits(keyword: string): Hit[] {
  const { data } = useQuery({
    ...makeQuery(labCalls.search, { query: { ...page, labName: keyword } }),
    enabled: keyword !== '',
    ...KEEP,
  })
  return (data?.items ?? []).slice(0, 3).map((l) => ({
    key: `lab ${l.id}`,
    title: l.name,
    note: l.dept.name,
    to: to('/lab/homepage', { serialId: l.serialId }),
  }))
}

function useBookings(keyword: string, scope: BookingScope) {
  const { data, isFetching } = useQuery({
    ...makeQuery(bookingCalls.list, { query: { ...page, keyword, scope } }),
    enabled: keyword !== '',
    ...KEEP,
  })
  return { rows: data?.items ?? [], busy: isFetching }
}
/** The user's own bookings and those that the user manages. */
export function useBookingHits(keyword: string): { hits: Hit[]; busy: boolean } {
  const mine = useBookings(keyword, 'mine')
  const kept = useBookings(keyword, useHolds(view('SUBSCRIBE_ORDER')) ? 'all' : 'lab')
  const rows = [...mine.rows, ...kept.rows.filter((b) => mine.rows.every((m) => m.id !== b.id))]
  const hits = rows.slice(0, FEW).map((b) => ({
    key: `booking ${b.id}`,
    title: `预约单 ${b.id}`,
    note: [
      b.device.name,
      b.booker.name,
      b.startAt && b.endAt ? formatPeriod(b.startAt, b.endAt) : '',
      bookingStateWords[b.state],
    ]
      .filter(Boolean)
      .join(' · '),
    to: to('/appointment/orderDetail', { id: b.id }),
  }))
  return { hits, busy: mine.busy || kept.busy }
}

/** People of the campus; only users on campus and holders of a `readers` permission may search them. */
export function usePersonHits(keyword: string): { hits: Hit[]; busy: boolean } {
  const keeps = useHolds(readers)
  const may = useUser()?.onCampus || keeps
  const { data, isFetching } = useQuery({
    ...makeQuery(peopleCalls.directory, { query: { ...page, keyword } }),
    enabled: may && keyword !== '',
    ...KEEP,
  })
  const hits = (data?.items ?? []).map((p) => ({
    key: `person ${p.username}`,
    title: p.name,
    note: [p.username, p.dept, ...p.posts].filter(Boolean).join(' · '),
    to: to('/system/persons', { keyword: p.username }),
  }))
  return { hits: may ? hits : [], busy: isFetching }
}
