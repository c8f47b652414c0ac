import { labRefusals, type labCalls } from '@portal/contract/lab/lab'
import { sayFailure } from '../../../lib/announce.ts'
import { asFailure } from '../../../lib/failure.ts'
import type { Write } from '../../../lib/query.ts'
import { ask } from '../../../lib/tell.ts'

const asks = (error: unknown): string | null => {
  const f = asFailure(error)
  return f.code === ('LAB_HAS_BOOKINGS' satisfies keyof typeof labRefusals) ? f.message : null
}
const goOn = (text: string) =>
  ask({ title: labRefusals.LAB_HAS_BOOKINGS, text, ok: '仍然停用', danger: true })

const tellFailure = (error: unknown): false => {
  sayFailure(asFailure(error))
  return false
}

/**
 * Closes a laboratory. If the server reports remaining bookings, asks the user first. `work` is quiet,
 * because the question shows that refusal; other failures are shown here. Resolves to whether it was closed.
 */
export async function closingly(work: (accept: boolean) => Promise<unknown>): Promise<boolean> {
  try {
    await work(false)
    return true
  } catch (error) {
    const text = asks(error)
    if (text === null) return tellFailure(error)
    if (!(await goOn(text))) return false
    return await work(true).then(() => true, tellFailure)
  }
}

/** The same confirmation for the form that saves all of a laboratory's data. */
export const useClosing = (change: Write<typeof labCalls.change>): Write<typeof labCalls.change> => ({
  ...change,
  run: async (args) => {
    try {
      return await change.run(args)
    } catch (error) {
      const text = asks(error)
      if (text === null || !args.body || !(await goOn(text))) throw error
      return change.run({ ...args, body: { ...args.body, accept: true } })
    }
  },
})
