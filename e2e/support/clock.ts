import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectPlainly } from '../../apps/server/src/adapters/database/connect.ts'

/** Connects to the database of the portal that this test run started. */
async function reach() {
  const home = join(process.env['E2E_DATA_DIR'] ?? '', 'postgres')
  // startEmbedded makes this socket; its port is only part of the socket's name.
  const socket = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  return connectPlainly(
    `postgres://portal:${password}@localhost:5432/portal?host=${encodeURIComponent(socket)}&sslmode=disable`,
  )
}

/**
 * Makes the current step of a process overdue. A browser test cannot wait for it: the shortest limit that the
 * designer allows is an hour.
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
 * Lets minutes pass for one gateway and its bookings: moves all their bookings, events and readings back by
 * that time. Events are otherwise immutable, so their trigger is disabled for the update.
 */
export async function letMinutesPass(
  minutes: number,
  at: { gatewayId: number; /** In the order of their times. */ bookingIds: readonly number[] },
): Promise<void> {
  const client = await reach()
  await client.query('begin')
  const back = "- $2::int * interval '1 minute'"
  // The earliest first, because moved bookings must not overlap the ones before them.
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
  // Two statements, because a table cannot get a partition while a statement reads it.
  const { rows } = await client.query<{ first: Date | null; last: Date | null }>(
    `select min(at) ${back} as first, max(at) ${back} as last from iot_reading where ${theirs}`,
    here,
  )
  await client.query(
    `select iot_part_of('iot_reading', m) from unnest($1::timestamptz[]) m where m is not null`,
    [[rows[0]?.first, rows[0]?.last]],
  )
  await client.query(`update iot_reading set at = at ${back} where ${theirs}`, here)
  // The gateway needs a new list, because the list has the start and end times.
  await client.query('insert into iot_stale (gateway_id) values ($1)', [at.gatewayId])
  await client.query('commit')
  await client.query(`select pg_notify('portal_live', 'gates:out')`)
  await client.end()
}
