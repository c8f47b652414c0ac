import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectPlainly } from '../../apps/server/src/adapters/database/connect.ts'

/** To the database of the portal that these stories have started themselves, and of no other. */
async function tellDatabase(...statements: [text: string, values: unknown[]][]): Promise<void> {
  const home = join(process.env['E2E_DATA_DIR'] ?? '', 'postgres')
  // As startEmbedded makes it; its port is only the socket's name.
  const socket = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  const url = `postgres://portal:${password}@localhost:5432/portal?host=${encodeURIComponent(socket)}&sslmode=disable`
  const client = await connectPlainly(url)
  for (const [text, values] of statements) await client.query(text, values)
  await client.end()
}

/**
 * Lets the time of a drawn process's step run out, which no browser can hurry: the least that can be drawn is
 * an hour.
 */
export const letTimeRunOut = (instanceId: number): Promise<void> =>
  tellDatabase([
    `update workflow_step set due_at = now() - interval '1 minute'
      where instance_id = $1 and left_at is null and due_at is not null`,
    [instanceId],
  ])

/** A use that has just ended was half an hour long and began so many minutes ago. */
export const letUseHaveBeen = (bookingId: number, minutesAgo: number): Promise<void> =>
  tellDatabase([
    `update booking set period = tstzrange(x.at, x.at + interval '30 minutes'), started_at = x.at,
        finished_at = x.at + interval '30 minutes'
      from (select date_trunc('minute', now()) - make_interval(mins => $2) as at) x where id = $1`,
    [bookingId, minutesAgo],
  ])
/** A gateway and what hangs on it have been there since yesterday. */
export const letGatewayBeOld = (gatewayId: number): Promise<void> =>
  tellDatabase(
    [`update iot_gateway set enrolled_at = enrolled_at - interval '1 day' where id = $1`, [gatewayId]],
    [
      `update iot_sub_device set created_at = created_at - interval '1 day' where gateway_id = $1`,
      [gatewayId],
    ],
  )
