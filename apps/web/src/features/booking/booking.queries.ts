import { approvalCalls } from '@portal/contract/approval/approval'
import { labCalls } from '@portal/contract/lab/lab'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { backfillCalls } from '@portal/contract/booking/backfill'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import type { Reply } from '@portal/contract/kernel/call'
import { useDebounced } from '../../lib/debounced.ts'
import {
  defineList,
  makeQuery,
  defineRead,
  defineSave,
  defineTake,
  defineWrite,
  renew,
} from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { makeDeviceOption } from '../device/shared/device-options.ts'
import type { Wish } from './form.rules.ts'

const changed = [
  bookingCalls.list,
  bookingCalls.get,
  bookingCalls.week,
  bookingCalls.payers,
  bookingCalls.purposes,
  // The inbox, which leads here and is gone back to.
  approvalCalls.tasks,
  approvalCalls.wait,
]

export const useWeek = defineRead(bookingCalls.week)
/** People who may be named as payer. */
export const usePayers = defineRead(bookingCalls.payers)
export type Payers = Reply<typeof bookingCalls.payers>
/** The purposes of the user's last bookings. */
export const usePurposes = defineRead(bookingCalls.purposes)
/** The managed labs; if there is only one, its name needs no column. */
export const useManagedLabs = defineList(labCalls.managed)

export const useBooking = defineRead(bookingCalls.get)
/** Reads the bookings on screen again, after a step was refused because they have changed. */
export const renewBooking = () => renew([bookingCalls.get])
export const useBookings = defineList(bookingCalls.list)
export const useBookingPage = defineRead(bookingCalls.list)

/**
 * Price and refusals of a wish, requested once the wish has not changed for a moment. The previous answer
 * stays until the next arrives; `behind` is true until then. Null: nothing to judge yet.
 */
export function useJudgement(wish: Wish | null) {
  const rested = useDebounced(wish)
  const asked = wish && rested
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...makeQuery(bookingCalls.judge, { body: asked ?? { deviceId: 0, kind: 'self_operated' } }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const behind = isPlaceholderData || JSON.stringify(wish) !== JSON.stringify(asked)
  return { data, error, refetch, behind }
}

export const useCreateBooking = defineWrite(bookingCalls.create, changed)
export const useChangeBooking = defineWrite(bookingCalls.change, changed)
export const useExtendBooking = defineWrite(bookingCalls.extend, changed)
export const useCancelBooking = defineWrite(bookingCalls.cancel, changed)
export const useStartBooking = defineWrite(bookingCalls.start, changed)
export const useFinishBooking = defineWrite(bookingCalls.finish, changed)
export const useHandOverSeat = defineWrite(bookingCalls.handOver, changed)
/** Answers the instrument's questions after a use. */
export const useSurvey = defineWrite(bookingCalls.survey, [bookingCalls.get, bookingCalls.unsurveyed])
export const useUnsurveyed = defineRead(bookingCalls.unsurveyed)
export const useReportFault = defineWrite(bookingCalls.fault, changed)
export const useRescheduleBooking = defineWrite(bookingCalls.reschedule, changed)
export const useApproveBooking = defineWrite(bookingCalls.approve, changed)
export const useNamePayer = defineWrite(bookingCalls.namePayer, changed)
export const refuseBooking = defineTake(bookingCalls.refuse, changed)
export const useRevokeBooking = defineWrite(bookingCalls.revoke, changed)
export const decideBookings = defineTake(bookingCalls.decide, changed)
export const useMoveSamples = defineWrite(bookingCalls.samples, changed)

/** Past uses that lack data for the reports. */
export const useBackfill = defineList(backfillCalls.backfill)
export const saveBackfill = defineSave(backfillCalls.exportBackfill, '补录清单.xlsx')
export const useFillIn = defineWrite(backfillCalls.fillIn, [backfillCalls.backfill, bookingCalls.get])

export const saveBookings = defineSave(bookingCalls.export, '预约单.xlsx')

/** Uploads one file before its booking is sent. */
export async function attachToBooking(file: File, onProgress: (part: number) => void) {
  const [attachment] = await send(bookingCalls.attach, { files: [file], onProgress, quiet: true })
  if (!attachment) throw new Error('附件没有保存成功')
  return attachment
}

/** For filters: labs that have shared devices. */
export function useLabOptions() {
  const { data } = useQuery({ ...makeQuery(deviceCalls.labs, {}), staleTime: 600_000 })
  return (data ?? []).map((l) => ({ value: l.id, label: l.name }))
}

export const useSharedDevices = defineList(deviceCalls.shared)
export const useFreeDevices = defineRead(bookingCalls.free)
/** The name of a device of which only the key is known. */
export const useDeviceName = (id: string | undefined): string | undefined =>
  useQuery({
    ...makeQuery(deviceCalls.info, { params: { id: id ?? '' } }),
    enabled: Boolean(id),
    staleTime: 600_000,
    select: (d) => d.name,
  }).data
export type FreeDevice = Reply<typeof bookingCalls.free>['items'][number]
/** Since when the user has a calendar address. */
export const useFeed = defineRead(bookingCalls.feed)
export const useMakeFeed = defineWrite(bookingCalls.makeFeed, [bookingCalls.feed])
export const useEndFeed = defineWrite(bookingCalls.endFeed, [bookingCalls.feed])
export const useLabDay = defineRead(bookingCalls.labDay)
/** The compared devices; the previous answer stays while a device is added. */
export const useCompared = (deviceIds: readonly number[], from: string, days: number) =>
  useQuery({
    ...makeQuery(bookingCalls.compare, { query: { deviceIds: deviceIds.join(','), from, days } }),
    enabled: deviceIds.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
/**
 * The user's favourite instruments for a select; undefined until loaded. If they cannot be loaded there are
 * none, because an instrument can be found without them.
 */
export function useFavouriteDevices() {
  const { data, isError } = useQuery({
    ...makeQuery(deviceCalls.favorites, { query: { kind: 'device' } }),
    staleTime: 60_000,
    select: (rows) => rows.map((f) => makeDeviceOption(f.target)),
  })
  return data ?? (isError ? [] : undefined)
}
