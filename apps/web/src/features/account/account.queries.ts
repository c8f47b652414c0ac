import { useInfiniteQuery } from '@tanstack/react-query'
import { accountCalls } from '@portal/contract/account/account'
import { approvalCalls } from '@portal/contract/approval/approval'
import type { BookingState } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import { messageCalls } from '@portal/contract/message/message'
import { sessionCalls } from '@portal/contract/session/session'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import type { Failure } from '../../lib/failure.ts'
import { makeKey, defineRead, renew, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'
import { session } from '../../lib/session.ts'

export const useSendCode = defineWrite(accountCalls.sendCode)
export const useRegister = defineWrite(accountCalls.register)
export const useResetPassword = defineWrite(accountCalls.resetPassword)

export const useProfile = defineRead(accountCalls.profile)
export const useChangeProfile = defineWrite(accountCalls.changeProfile, [accountCalls.profile])
export const useChangePassword = defineWrite(accountCalls.changePassword, [sessionCalls.list])

/** Reloads the user, because the frame shows name and picture too. */
export async function renewUser(): Promise<void> {
  session.know(await send(sessionCalls.current, { quiet: true }))
}
export async function changeAvatar(file: File, onProgress: (part: number) => void): Promise<string> {
  const { avatar } = await send(accountCalls.setAvatar, { files: [file], onProgress, quiet: true })
  await Promise.all([renew([accountCalls.profile]), renewUser()])
  return avatar
}

export const useSessions = defineRead(sessionCalls.list)
export const useRevoke = defineWrite(sessionCalls.revoke, [sessionCalls.list])
export const useRevokeOthers = defineWrite(sessionCalls.revokeOthers, [sessionCalls.list])

type Logs = Awaited<ReturnType<typeof readLogs>>
const readLogs = (before: number | undefined, signal: AbortSignal) =>
  send(accountCalls.logs, {
    query: { size: 20, ...(before !== undefined && { before }) },
    signal,
    quiet: true,
  })
/** The log, page by page, newest first. */
export const useLogs = () =>
  useInfiniteQuery<Logs, Failure, { pages: Logs[] }, readonly unknown[], number | undefined>({
    queryKey: makeKey(accountCalls.logs),
    queryFn: ({ pageParam, signal }) => readLogs(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })

// The user's waiting work; each domain has its own call.
export const useWaiting = defineRead(approvalCalls.wait)
export const useToSettle = defineRead(settlementCalls.counts)
const readTasks = defineRead(approvalCalls.tasks)
export const MOST_TASKS = 6
export const useTasks = () => readTasks({ query: { state: 'waiting', size: MOST_TASKS } })
const readBookings = defineRead(bookingCalls.list)
export const useComing = () =>
  readBookings({
    query: {
      scope: 'using',
      state: ['awaiting_payer', 'awaiting_reviewer', 'awaiting_director', 'awaiting_use', 'in_use'],
      order_by: 'agenda asc',
      size: 5,
    },
  })

/** The most bookings of today that are loaded, in labs that the user directs, administers or reviews. */
export const MOST_TODAY = 12
export const TODAY_STATES: readonly BookingState[] = ['awaiting_use', 'in_use']
export const useToday = (today: string) =>
  readBookings(
    {
      query: {
        scope: 'lab',
        state: TODAY_STATES,
        liveOn: today,
        order_by: 'startAt asc',
        size: MOST_TODAY,
      },
    },
    { refetchInterval: 60_000 },
  )

const readMessages = defineRead(messageCalls.page)
export const useNews = () => readMessages({ query: { size: 6 } })
export const useReadMessages = defineWrite(messageCalls.read, [messageCalls.page, messageCalls.unread])
