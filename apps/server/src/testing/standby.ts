import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded, type Embedded, type Log } from '../adapters/database/embedded.ts'

/** The same server as `url`, entered as its superuser, who has the portal's password in an embedded one. */
export function asSuperuser(url: string): pg.Client {
  const entrance = new URL(url)
  entrance.username = 'postgres'
  entrance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: entrance.href })
  client.on('error', () => undefined)
  return client
}

/**
 * A standby of an embedded PostgreSQL, which goes on: its data copied as `pg_basebackup` does, since the
 * embedded programs are without that one, then streamed from a slot of the standby's own.
 */
export async function startStandby({
  url,
  primaryDir,
  dataDir,
  log,
}: {
  /** Of the primary, and its data folder. */
  url: string
  primaryDir: string
  dataDir: string
  log: Log
}): Promise<Embedded> {
  const from = path.join(primaryDir, 'postgres')
  const home = path.join(dataDir, 'postgres')
  const to = path.join(home, 'cluster')
  const slot = `standby_${randomBytes(4).toString('hex')}`
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const primary = asSuperuser(url)
  await primary.connect()
  try {
    // From before the copy on nothing of the log is thrown away that it needs.
    await primary.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await primary.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', path.join(from, 'cluster'), path.join(from, 'password'), home])
    const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, left), { force: true })
    // The primary's log and slots are its own.
    for (const folder of ['pg_wal', 'pg_replslot'])
      execFileSync('find', [path.join(to, folder), '-mindepth', '1', '-delete'])
    for (const folder of ['archive_status', 'summaries'])
      execFileSync('install', ['-d', '-m', '700', path.join(to, 'pg_wal', folder)])
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(path.join(to, 'standby.signal'), '')
    execFileSync('chown', ['-R', `--reference=${path.join(from, 'cluster')}`, to])
  } finally {
    await primary.end()
  }
  const { searchParams, password, port } = new URL(url)
  const entrance = `host=${searchParams.get('host')} port=${port} user=postgres password=${password}`
  return startEmbedded({
    dataDir,
    log,
    settings: {
      primary_conninfo: entrance,
      primary_slot_name: slot,
      // What is being read on the standby is not vacuumed away on the primary.
      hot_standby_feedback: 'on',
    },
  })
}
