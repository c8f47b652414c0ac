import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded, type Embedded, type Log } from '../adapters/database/embedded.ts'

/**
 * A client of the same server as `url`, as its superuser; in an embedded server both have the same password.
 */
export function asSuperuser(url: string): pg.Client {
  const entrance = new URL(url)
  entrance.username = 'postgres'
  entrance.pathname = '/postgres'
  const client = new pg.Client({ connectionString: entrance.href })
  client.on('error', () => undefined)
  return client
}

/**
 * A standby of a running embedded PostgreSQL: copies its data as `pg_basebackup` does, which the embedded
 * programs lack, and then streams from its own replication slot.
 */
export async function startStandby({
  url,
  primaryDir,
  dataDir,
  log,
}: {
  /** `url` and `primaryDir` are the primary's; `dataDir` is for the standby. */
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
    // The slot is made before the copy, so that no WAL that the standby needs is deleted.
    await primary.query('select pg_create_physical_replication_slot($1, true)', [slot])
    await primary.query(`select pg_backup_start('standby', true)`)
    copyInUse(path.join(from, 'cluster'), to)
    execFileSync('cp', ['-a', path.join(from, 'password'), home])
    const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, left), { force: true })
    // The primary's WAL and slots are not copied.
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
      // Rows that are being read on the standby are not vacuumed on the primary.
      hot_standby_feedback: 'on',
    },
  })
}

/**
 * Copies a folder in use. Like `pg_basebackup` it leaves out what is gone when its turn comes: each session
 * that begins after a change of the catalogue, also autovacuum's, writes a file under another name first.
 */
function copyInUse(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [here, there] = [path.join(from, entry.name), path.join(to, entry.name)]
    try {
      if (entry.isDirectory()) copyInUse(here, there)
      else copyFileSync(here, there)
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== 'ENOENT') throw e
    }
  }
}
