import { openingRefusals } from '@portal/contract/opening/opening'
import { asFailure } from '../../lib/failure.ts'
import { announce } from '../../lib/announce.ts'
import { ask } from '../../lib/tell.ts'

/**
 * Does something that may touch live bookings: when the server says that it would, the person is told which and asked;
 * only then it is done all the same. Resolves to whether it was done.
 */
export async function acceptingly(work: (accept: boolean) => Promise<unknown>): Promise<boolean> {
  try {
    await work(false)
    return true
  } catch (error) {
    const f = asFailure(error)
    if (f.code !== ('TOUCHES_BOOKINGS' satisfies keyof typeof openingRefusals)) {
      announce(f)
      return false
    }
    if (!(await ask({ title: openingRefusals.TOUCHES_BOOKINGS, text: `${f.message}。已有预约不会自动取消，请另行通知预约人。`, ok: '仍然调整', danger: true }))) return false
    await work(true)
    return true
  }
}
