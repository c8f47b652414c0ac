import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectPlainly } from '../../apps/server/src/adapters/database/connect.ts'

/** The database of the portal that these stories have started themselves. */
async function reach() {
  const home = join(process.env['E2E_DATA_DIR'] ?? '', 'postgres')
  // As startEmbedded makes it; its port is only the socket's name.
  const socket = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return connectPlainly(
    `postgres://portal:${password}@localhost:5432/portal?host=${encodeURIComponent(socket)}&sslmode=disable`,
  )
}

/**
 * Lets the time of a drawn process's step run out, which no browser can hurry: the least that can be drawn is
 * an hour.
 */
export async function letTimeRunOut(instanceId: number): Promise<void> {
  const client = await reach()
  await client.query(
    `update workflow_step set due_at = now() - interval '1 minute'
      where instance_id = $1 and left_at is null and due_at is not null`,
    [instanceId],
  )
  await client.end()
}

/**
 * So many minutes go by for one gateway and for bookings at it: everything that was booked, happened or was
 * measured there is that much longer ago. What happened is never changed otherwise: its guard stands aside
 * for this.
 */
export async function letMinutesPass(
  minutes: number,
  at: { gatewayId: number; /** In the order of their times. */ bookingIds: readonly number[] },
): Promise<void> {
  const client = await reach()
  await client.query('begin')
  const back = "- $2::int * interval '1 minute'"
  // The earliest first: they may follow each other closely.
  for (const id of at.bookingIds)
    await client.query(
      `update booking set period = tstzrange(lower(period) ${back}, upper(period) ${back}),
          used = case when used is not null then tstzrange(lower(used) ${back}, upper(used) ${back}) end,
          started_at = started_at ${back}, finished_at = finished_at ${back},
          extension_asked_to = extension_asked_to ${back}
        where id = $1`,
      [id, minutes],
    )
  const here = [at.gatewayId, minutes]
  await client.query(`update iot_gateway set enrolled_at = enrolled_at ${back} where id = $1`, here)
  await client.query(`update iot_sub_device set created_at = created_at ${back} where gateway_id = $1`, here)
  await client.query('alter table iot_event disable trigger iot_event_kept')
  await client.query(`update iot_event set at = at ${back} where gateway_id = $1`, here)
  await client.query('alter table iot_event enable trigger iot_event_kept')
  const theirs = 'sub_device_id in (select id from iot_sub_device where gateway_id = $1)'
  await client.query(`select iot_part_of('iot_reading', at ${back}) from iot_reading where ${theirs}`, here)
  await client.query(`update iot_reading set at = at ${back} where ${theirs}`, here)
  // Its list says when they begin and end.
  await client.query('insert into iot_stale (gateway_id) values ($1)', [at.gatewayId])
  await client.query('commit')
  await client.query(`select pg_notify('portal_live', 'gates:out')`)
  await client.end()
}
