import type { GateDevices } from '../../adapters/gate-device/gate-devices.ts'
import { makeTopic, sign } from '../../adapters/gate-device/wire.ts'
import type { Deps } from '../../kernel/ctx.ts'
import type { Command } from './access.store.ts'
import { openLine } from './list.action.ts'

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/** A remote command as a signed message that its gateway accepts. */
export const signOrder = (
  key: Buffer,
  gatewayId: number,
  c: Pick<Command, 'id' | 'number' | 'what' | 'until'>,
  now: Date,
): string =>
  sign(key, makeTopic(gatewayId, 'command'), {
    command: c.id,
    unit: c.number,
    do: c.what,
    at: seconds(now),
    until: seconds(c.until),
  })

/** A failed send is ignored: the command stays unanswered and expires. */
export async function sendOrder(deps: Deps, devices: GateDevices, c: Command): Promise<void> {
  const now = new Date()
  const key = c.sealedKey && openLine({ deps, now }, { ...c, sealedKey: c.sealedKey })
  if (!key || c.until < now) return
  await devices.send(c.gatewayId, 'command', signOrder(key, c.gatewayId, c, now)).catch(() => undefined)
}
