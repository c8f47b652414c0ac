import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { BootError, repoRoot } from '../../kernel/env.ts'

// Written here instead of using Kysely's Migrator, which knows no checksums and runs all
// files in one transaction.

export const migrationsDir = path.join(repoRoot, 'apps/server/migrations')

const STARTER_LOCK = 7_203_001 // any number; every version of the portal must use the same

/** Runs `work` under a lock on the database: a second starter waits here, then finds everything done. */
export async function asOnlyStarter<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock($1)', [STARTER_LOCK])
  try {
    return await work()
  } finally {
    // Fails only if the connection is lost, and then the lock is released too.
    await client.query('select pg_advisory_unlock($1)', [STARTER_LOCK]).catch(() => undefined)
  }
}

interface Migration {
  name: string
  sql: string
  checksum: string
}

function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  names.forEach((name, i) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw refusal(name, '文件名应形如 0001_people.sql', 'must be named like 0001_people.sql')
    if (i > 0 && names[i - 1]?.slice(0, 4) === name.slice(0, 4))
      throw refusal(name, '编号与另一个文件重复', 'has the number of another file')
  })
  return names.map((name) => {
    // git may check files out with either line ending
    const sql = readFileSync(path.join(dir, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex').slice(0, 32) }
  })
}

const refusal = (name: string, zh: string, en: string) =>
  new BootError(`数据库迁移 ${name} ${zh}。 Migration ${name} ${en}.`)

/**
 * Applies the files of `dir` that `client`'s database has not seen, in order, each in its own transaction.
 * Forward only: a file that was edited or removed after it ran, or that comes before one that ran, is
 * refused. Returns what was applied.
 */
export async function migrate(client: pg.ClientBase, dir = migrationsDir): Promise<string[]> {
  const files = readMigrations(dir)
  return asOnlyStarter(client, async () => {
    await client.query(
      `create table if not exists schema_migration (name text primary key, checksum text not null,
        applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration order by name',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const last = rows.at(-1)?.name ?? ''
    for (const name of applied.keys()) {
      if (files.some((file) => file.name === name)) continue
      throw refusal(
        name,
        '已在此数据库执行过，但本版本没有它：数据库属于更新的版本，请更新程序',
        'ran on this database but is not in this version: the database belongs to a newer one, so update the portal',
      )
    }
    const fresh = files.filter((file) => !applied.has(file.name))
    for (const { name, checksum } of files) {
      const then = applied.get(name)
      if (then !== undefined && then !== checksum) {
        throw refusal(
          name,
          '在执行之后被修改过，请恢复原文件，另写新的迁移',
          'was changed after it ran; restore it and write a new one',
        )
      }
      if (then === undefined && name < last) {
        throw refusal(
          name,
          `排在已执行的 ${last} 之前，请改用更大的编号`,
          `comes before ${last}, which already ran; give it a higher number`,
        )
      }
    }
    for (const file of fresh) await apply(client, file)
    // New tables need the triggers that note changes.
    if (fresh.length)
      await client.query(
        `do $$ begin
          if to_regproc('public.note_changes_everywhere') is not null then
            perform public.note_changes_everywhere();
          end if;
        end $$`,
      )
    return fresh.map((file) => file.name)
  })
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const { message, position } = error as { message: string; position?: string }
    const line = position ? `:${sql.slice(0, Number(position)).split('\n').length}` : ''
    throw new BootError(
      `数据库迁移 ${name}${line} 执行失败（${message}），该文件未做任何改动。 Migration ${name}${line} failed (${message}); nothing of it was kept.`,
    )
  }
}
