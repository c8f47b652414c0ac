import { openingRefusals, touchedBookings } from '@portal/contract/opening/opening'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { formatPeriod } from '../../lib/format.ts'
import { sayFailure } from '../../lib/announce.ts'
import { ask } from '../../lib/tell.ts'

/**
 * The question with the bookers of the affected bookings, so that the user sees whose bookings a change hits.
 */
function concernedIn(f: Failure): string {
  const help = touchedBookings.safeParse(f.data)
  if (!help.success) return f.message
  const { bookings, count } = help.data
  const who = bookings
    .map(
      (b) => `${b.bookerName}（${b.startAt && b.endAt ? formatPeriod(b.startAt, b.endAt) : '时间待安排'}）`,
    )
    .join('、')
  return `${f.message}。涉及：${who}${count > bookings.length ? ` 等 ${count} 个` : ''}。`
}

/**
 * Asks with the affected bookings. A user who declines has seen the reason, so no failure is shown after it.
 */
async function asksOn(f: Failure): Promise<boolean> {
  return ask({
    title: openingRefusals.TOUCHES_BOOKINGS,
    text: concernedIn(f),
    ok: '仍然调整并通知',
    danger: true,
  })
}
const touches = (f: Failure): boolean =>
  f.code === ('TOUCHES_BOOKINGS' satisfies keyof typeof openingRefusals)

/**
 * Like `acceptingly`, for a form: if the user declines, the form stays as it was, with the reason above it.
 */
export async function acceptingForm<R>(work: (accept: boolean) => Promise<R>): Promise<R> {
  try {
    return await work(false)
  } catch (error) {
    const f = asFailure(error)
    if (!touches(f) || !(await asksOn(f))) throw error
    return work(true)
  }
}

const tellFailure = (error: unknown): false => {
  sayFailure(asFailure(error))
  return false
}

/**
 * Runs an action that may affect live bookings. If the server reports affected bookings, asks the user and
 * runs it again with `accept`. `work` is quiet, because the question shows that refusal; other failures are
 * shown here. Resolves to whether it was done.
 */
export async function acceptingly(work: (accept: boolean) => Promise<unknown>): Promise<boolean> {
  try {
    await work(false)
    return true
  } catch (error) {
    const f = asFailure(error)
    if (!touches(f)) return tellFailure(f)
    if (!(await asksOn(f))) return false
    return await work(true).then(() => true, tellFailure)
  }
}
