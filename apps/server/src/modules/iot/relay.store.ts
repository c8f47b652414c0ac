import { run, type Db } from '../../kernel/db.ts'

// Contacts of gateways that speak HTTP only (decision 113).

const NONCE = `insert into iot_relay_nonce (gateway_id, nonce, at) values ($1, $2, $3)
  on conflict do nothing returning nonce`
const FORGET = 'delete from iot_relay_nonce where gateway_id = $1 and at < $2'
/**
 * Records a nonce; false: it was used before. Nonces older than `old`
 * are deleted, since a contact that old is refused by its time.
 */
export async function noteNonce(
  db: Db,
  gatewayId: number,
  { nonce, at, old }: { nonce: string; at: Date; old: Date },
): Promise<boolean> {
  await run(db, FORGET, [gatewayId, old])
  return (await run(db, NONCE, [gatewayId, nonce, at])).length === 1
}

const CONTACT = `update iot_gateway set spoke = 'http', seen_at = $2 where id = $1`
export const noteContact = (db: Db, gatewayId: number, now: Date) => run(db, CONTACT, [gatewayId, now])
