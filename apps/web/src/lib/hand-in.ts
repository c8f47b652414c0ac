import type { Call } from '@portal/contract/kernel/call'
import { asFailure } from './failure.ts'
import type { Write } from './query.ts'
import type { SendArguments } from './send.ts'

interface Saved {
  id: number
  revision: number
}
interface Change<C extends Call> extends Pick<Write<C>, 'call' | 'busy'> {
  run(args: SendArguments<C>): Promise<Saved>
}
interface Submit<R> {
  busy: boolean
  run(args: {
    params: { id: number }
    body: { revision: number }
    quiet: true
    idempotencyKey?: string | undefined
  }): Promise<R>
}
/**
 * Saves the form, then submits the saved revision; the server reports missing values at their fields.
 * `onSaved`: the submission was refused, so the form goes on from the saved revision.
 */
export const joinHandIn = <C extends Call, R>(
  change: Change<C>,
  submit: Submit<R>,
  onSaved: (saved: Saved) => void,
) => ({
  call: change.call,
  busy: change.busy || submit.busy,
  run: async (args: SendArguments<C>): Promise<R> => {
    const { idempotencyKey } = args
    // An idempotency key belongs to one call, so the save gets a key of its own.
    const saved = await change.run({
      ...args,
      idempotencyKey: idempotencyKey && `${idempotencyKey}-fill`,
    })
    const { id, revision } = saved
    try {
      return await submit.run({ params: { id }, body: { revision }, quiet: true, idempotencyKey })
    } catch (error) {
      const { kind, status } = asFailure(error)
      // After a lost answer the form keeps its revision, so that a repeat is the same two requests.
      if (kind === 'refused' && status < 500) onSaved(saved)
      throw error
    }
  },
})
