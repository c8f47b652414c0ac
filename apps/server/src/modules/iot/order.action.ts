import { makeTopic, sign } from '../../adapters/gate-device/wire.ts'
import type { DueCommand } from './access.store.ts'

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** What somebody has ordered from afar, as its gateway believes it. */
export const signOrder = (
  key: Buffer,
  gatewayId: number,
  c: Pick<DueCommand, 'id' | 'number' | 'what' | 'until'>,
  now: Date,
): string =>
  sign(key, makeTopic(gatewayId, 'command'), {
    command: c.id,
    unit: c.number,
    do: c.what,
    at: seconds(now),
    until: seconds(c.until),
  })
