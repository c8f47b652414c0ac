import type { Hearing } from './gate-devices.ts'
import type { UpTopic } from './wire.ts'

/**
 * Takes the messages of one gateway one after another, in the order in which they came. Readings are
 * handed over in that order but not awaited: they are written many at a time, and the answer to a
 * command does not wait for them.
 */
export function inTurns(hearing: Hearing) {
  const turns = new Map<number, Promise<void>>()
  const gathered = new Set<Promise<void>>()
  const failed = (e: unknown) => hearing.failed(e as Error)
  function inTurn(gatewayId: number, work: () => Promise<void>): void {
    const turn = (turns.get(gatewayId) ?? Promise.resolve())
      .then(work)
      .catch(failed)
      .finally(() => {
        if (turns.get(gatewayId) === turn) turns.delete(gatewayId)
      })
    turns.set(gatewayId, turn)
  }
  return {
    take(gatewayId: number, kind: UpTopic, text: string): void {
      if (kind === 'reading') {
        const taken = hearing
          .hear(gatewayId, kind, text)
          .catch(failed)
          .finally(() => gathered.delete(taken))
        gathered.add(taken)
        return
      }
      inTurn(gatewayId, () => hearing.hear(gatewayId, kind, text))
    },
    takeForeign(gatewayId: number, topic: string, text: string): void {
      inTurn(gatewayId, () => hearing.hearForeign(gatewayId, topic, text))
    },
    /** Queued behind its messages, and `settled` waits for it too. */
    lose(gatewayId: number): void {
      inTurn(gatewayId, () => hearing.lost(gatewayId))
    },
    settled: () => Promise.allSettled([...turns.values(), ...gathered]),
  }
}
