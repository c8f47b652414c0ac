import { openingRefusals, touchedBookings } from '@portal/contract/opening/opening'
import { asFailure, type Failure } from '../../lib/failure.ts'
import { formatPeriod } from '../../lib/format.ts'
import { sayFailure } from '../../lib/announce.ts'
import { ask } from '../../lib/tell.ts'

/** What is asked, with everybody whose booking it is: who closes a day sees whose day it was. */
export function concernedIn(f: Failure): string {
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

/** Who is told whom it touches, and goes back, has seen all that there is to say. */
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

/** The same for a form: whoever does not accept finds it as it was, with the reason above it. */
export async function acceptingForm<R>(work: (accept: boolean) => Promise<R>): Promise<R> {
  try {
    return await work(false)
  } catch (error) {
    const f = asFailure(error)
    if (!touches(f) || !(await asksOn(f))) throw error
    return work(true)
  }
}

/**
 * Does something that may touch live bookings: when the server says that it would, the person is told which
 * and asked; only then it is done all the same. Resolves to whether it was done.
 */
export async function acceptingly(work: (accept: boolean) => Promise<unknown>): Promise<boolean> {
  try {
    await work(false)
    return true
  } catch (error) {
    const f = asFailure(error)
    if (!touches(f)) {
      sayFailure(f)
      return false
    }
    if (!(await asksOn(f))) return false
    await work(true)
    return true
  }
}
