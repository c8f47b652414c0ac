// Writes apps/server/src/kernel/db.types.ts from a migrated database: node scripts/db-types.mjs postgres://…
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
const url = process.argv[2]
if (!url) {
  console.error('usage: node scripts/db-types.mjs <url of a migrated database>')
  process.exit(2)
}
const args = [
  'kysely-codegen',
  '--dialect',
  'postgres',
  '--url',
  url,
  '--out-file',
  'apps/server/src/kernel/db.types.ts',
  '--exclude-pattern',
  '{pgboss.*,iot_part.*,schema_migration,migration}',
  '--numeric-parser',
  'number',
  '--date-parser',
  'string',
]
const { status } = spawnSync('npx', args, { stdio: 'inherit' })
if (status) process.exit(status)
// kernel/db.ts reads int8 as numbers: every key, count and sum of fen stays below 2^53.
const file = 'apps/server/src/kernel/db.types.ts'
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(
    /^export type Int8 = .*$/m,
    'export type Int8 = ColumnType<number, bigint | number | string, bigint | number | string>',
  ),
)
