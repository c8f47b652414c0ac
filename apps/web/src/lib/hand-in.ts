import type { Call } from '@portal/contract/kernel/call'
import type { Write } from './query.ts'
import type { SendArguments } from './send.ts'

interface Change<C extends Call> extends Pick<Write<C>, 'call' | 'busy'> {
  run(args: SendArguments<C>): Promise<{ id: number }>
}
interface Submit<R> {
  busy: boolean
  run(args: { params: { id: number }; quiet: true; idempotencyKey?: string | undefined }): Promise<R>
}
/** Saves the form, then submits it; the server reports missing values at their fields. */
export const joinHandIn = <C extends Call, R>(change: Change<C>, submit: Submit<R>) => ({
  call: change.call,
  busy: change.busy || submit.busy,
  run: async (args: SendArguments<C>): Promise<R> => {
    const { idempotencyKey } = args
    // An idempotency key belongs to one call, so the save gets a key of its own.
    const { id } = await change.run({
      ...args,
      idempotencyKey: idempotencyKey && `${idempotencyKey}-fill`,
    })
    return submit.run({ params: { id }, quiet: true, idempotencyKey })
  },
})
