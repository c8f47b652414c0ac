import type { Hearing } from './gate-devices.ts'
import type { UpTopic } from './wire.ts'

/**
 * Words of one gateway are taken one after another, in the order in which they came. Readings, which are
 * written down many gateways at a time, have a turn of their own: an answer to a command does not wait for
 * them.
 */
export function inTurns(hearing: Hearing) {
  const turns = new Map<string, Promise<void>>()
  return {
    take(gatewayId: number, kind: UpTopic, text: string): void {
      const whose = kind === 'reading' ? `${gatewayId}r` : `${gatewayId}`
      const turn = (turns.get(whose) ?? Promise.resolve())
        .then(() => hearing.hear(gatewayId, kind, text))
        .catch((e: unknown) => hearing.failed(e as Error))
        .finally(() => {
          if (turns.get(whose) === turn) turns.delete(whose)
        })
      turns.set(whose, turn)
    },
    settled: () => Promise.allSettled(turns.values()),
  }
}
