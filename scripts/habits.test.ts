import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Rules of style that neither the formatter nor the linter checks. A failure names the place; exceptions are
// listed here with their reasons.

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['apps', 'packages', 'bench', 'e2e', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter(
      (file) => /\.(tsx?|mts|mjs|cjs)$/.test(file) && !/node_modules|\/dist\/|db\.types\.ts/.test(file),
    ),
)
const listLines = (file: string) => readFileSync(join(root, file), 'utf8').split('\n')

// ── Lines ────────────────────────────────────────────────────────────────────

const MOST = 110
const SQL = /^[`'](with|select|insert|update|delete|create|from|where) /
/** The line without strings, templates and patterns, except SQL, since SQL can be broken anywhere. */
const withoutLiterals = (line: string) =>
  line.replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"[^"]*"|\/(?=\S*\\)\S+\//g, (literal) =>
    SQL.test(literal) ? literal : '',
  )
/** Lines that may be longer. */
const isAllowed = (line: string) =>
  // A regular expression on one line.
  /^\s*\/.*\/[a-z]*,?$/.test(line) ||
  // A sentence, an address, an icon's path, a pattern: split up they could be neither read nor searched.
  withoutLiterals(line).length <= MOST ||
  // The linter requires the directive and the reason on one line.
  line.includes('oxlint-disable') ||
  // A section rule.
  /─{20}/.test(line)

/** Files with pages in templates, whose markup has long lines. */
const DRAWN = /^apps\/server\/src\/demo\/|^bench\/yardstick\.ts$/

test('no line of source is longer than a screen is wide, but for what cannot be broken', () => {
  const long = sources
    .filter((file) => !/\.test\.tsx?$/.test(file) && !DRAWN.test(file))
    .flatMap((file) =>
      listLines(file).flatMap((line, i) =>
        [...line].length <= MOST || isAllowed(line) ? [] : [`${file}:${i + 1} ${line.trim()}`],
      ),
    )
  expect(long).toEqual([])
})

test('a long comment, a long statement and a long expression are seen, a long sentence is not', () => {
  const seen = (line: string) => [...line].length > MOST && !isAllowed(line)
  expect(seen(`// ${'why it is so '.repeat(12)}`)).toBe(true)
  expect(seen(`const LIST = \`select ${'x.name, '.repeat(20)} from x\``)).toBe(true)
  expect(seen(`  where x.id = 1 ${'and x.n = 1 '.repeat(12)}\``)).toBe(true)
  expect(seen(`const words = [${'first, second, '.repeat(12)}]`)).toBe(true)
  expect(seen(`  message: '${'请先停止它或换一个文件夹，'.repeat(10)}',`)).toBe(false)
})

// ── Lists ────────────────────────────────────────────────────────────────────

/** Stores with their own paging, and why they do not use kernel/list.store.ts. */
const ownPages: Record<string, string> = {
  'benefit/rank.store.ts': "ranks are the campus's, rows are the reader's",
  'booking/list/list.store.ts': 'several ways in, the order of an agenda, and on from a number',
  'building/campus-map.store.ts': 'the instruments of a building come in by two ways, and by words or not',
  'device-record/achievement.store.ts': 'lists of three kinds of people over one condition',
  'device-record/device-record.store.ts': 'teachings and repairs share a pattern and a page',
  'device/search.store.ts': 'a page of a set of bits that other statements have made',
  'finance-report/card.store.ts': 'movements with the balance before each of them',
  'finance-report/journal.store.ts': 'sums and rows of one condition',
  'finance-report/outstanding.store.ts': 'grouped by payer',
  'lab/list.store.ts': 'each row says what the asker is there, of which the count must not hear',
  'ministry-report/issue.store.ts': 'faults of a check, which have no numbers',
  'ministry-report/row.store.ts': 'rows in the order of their table, which is their number',
  'ministry-report/version.store.ts': 'rows of a frozen version and differences, which have no numbers',
  'monitor/job.store.ts': 'the runs of one job, along its index',
  'national-report/batch.store.ts': 'answers of one batch, along its key',
  'people/lookup/list.store.ts': 'counted from a tally; hits and their number in one statement',
  'qualification/qualification.store.ts': 'its key is a person and a device, it has no number',
  'statistics/statistics.store.ts': 'grouped rows',
  'statistics/uses.store.ts': "walked by day and number, kept to a pivot's cell",
  'stocktake/stocktake.store.ts': 'scans and differences, which have no numbers',
  'use-rating/rating.store.ts': 'words of users beside the use they are about',
}
const modules = 'apps/server/src/modules/'
const stores = sources.filter((file) => file.startsWith(modules) && file.endsWith('.store.ts'))

test('lists are paged by the kernel, but for those that say why', () => {
  const paging = stores.filter((file) => /\boffset \$/.test(listLines(file).join('\n')))
  expect(paging.map((file) => file.slice(modules.length)).filter((file) => !(file in ownPages))).toEqual([])
})

// ── Parts ────────────────────────────────────────────────────────────────────

test('a part that comes on demand is made by definePart: by `lazy` alone it may take the page with it', () => {
  const bare = sources.filter(
    (file) =>
      file.startsWith('apps/web/src/') &&
      file !== 'apps/web/src/ui/part.tsx' &&
      listLines(file).some((line) => /\blazy\(/.test(line)),
  )
  expect(bare).toEqual([])
})

// ── Readers ──────────────────────────────────────────────────────────────────

/** Readers that take `ctx` although they need only its database, and why. */
const readersWithCtx: Record<string, string> = {
  'approval/actors.store.ts findPeople': 'is a door of the module, and doors take ctx',
  'approval/approval.store.ts listAwaited': 'is handed to the engine of processes, which gives ctx',
}
const WRITES =
  /\b(insert into|update [a-z_]+\s|delete from|insertInto|updateTable|deleteFrom|for (no key )?update|for share|lock table|set constraints|advisory)/i

/** Splits a file into its top-level declarations and the comments between them. */
const listPieces = (text: string) =>
  text.split(/^(?=export |const |function |async function |interface |\/)/m)
/** A declaration with the constants and helpers that it uses, directly or indirectly. */
function withWhatItUses(
  piece: string,
  pieces: ReadonlyMap<string, string>,
  seen = new Set<string>(),
): string {
  const names = [...new Set(piece.match(/\b[A-Za-z_]\w*\b/g))].filter(
    (name) => pieces.has(name) && !seen.has(name),
  )
  for (const name of names) seen.add(name)
  return piece + names.map((name) => withWhatItUses(pieces.get(name) ?? '', pieces, seen)).join('\n')
}
/** Exported functions of a store that use only the database of `ctx` and neither write nor lock. */
function listReaders(text: string): string[] {
  const all = listPieces(text)
  const findName = (piece: string) => /^(?:export )?(?:const|(?:async )?function\*?) (\w+)/.exec(piece)?.[1]
  const pieces = new Map(
    all.flatMap((piece) => (findName(piece) ? [[findName(piece) ?? '', piece] as const] : [])),
  )
  return all.flatMap((piece) => {
    const name = piece.startsWith('export ') ? findName(piece) : undefined
    if (name === undefined || !/\(\s*ctx: Ctx\b/.test(piece)) return []
    const uses = piece.replace(/\(\s*ctx: Ctx\b/, '(').match(/\bctx\b(\.\w+)?/g) ?? []
    return uses.every((use) => use === 'ctx.db') &&
      !WRITES.test(withWhatItUses(piece, pieces)) &&
      !name.startsWith('lock')
      ? [name]
      : []
  })
}

test('a reader of a store takes `db`: whoever takes `ctx` writes, locks, or asks who it is', () => {
  const readers = stores.flatMap((file) =>
    listReaders(listLines(file).join('\n')).map((name) => `${file.slice(modules.length)} ${name}`),
  )
  expect(readers.filter((reader) => !(reader in readersWithCtx))).toEqual([])
})

test('readers and writers are told apart', () => {
  const file = `const LIST = 'select id from x'
const LOCK = 'select id from x for update'
export const list = (ctx: Ctx) => run(ctx.db, LIST, [])
export const lock = (ctx: Ctx) => run(ctx.db, LOCK, [])
export const own = (ctx: Ctx) => run(ctx.db, LIST, [ctx.me.id])
export async function find(db: Db) { return run(db, LIST, []) }
`
  expect(listReaders(file)).toEqual(['list'])
})

// ── Statements ───────────────────────────────────────────────────────────────

/** What stands in the parentheses that open at `from`. */
function readParentheses(text: string, from: number): string {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++
    if (text[i] === ')' && --depth === 0) return text.slice(from, i + 1)
  }
  return text.slice(from)
}
const TAKES = /\bupdate \w+( \w+)? set\b|\bdelete from\b/
/** Sub-selects by which a statement picks the rows that it writes, and which PostgreSQL may run for each row. */
const listRepeated = (text: string): string[] =>
  (text.match(/`[^`]*`/g) ?? [])
    .filter((statement) => TAKES.test(statement))
    .flatMap((statement) =>
      [...statement.matchAll(/\b(?:in|from)\s*(?=\(\s*select\b)/g)].map((found) =>
        readParentheses(statement, found.index + found[0].length),
      ),
    )
    .filter((picked) => /\blimit (?:\$|\d{2})|\bfor (?:no key )?update\b/.test(picked))

// If statistics say that the table is empty, PostgreSQL joins by a loop, and runs the sub-select in each turn:
// forgetting 20,000 letters took minutes. `any(array(select …))` and a `with` that locks are run once.
test('a statement picks the rows that it writes once, not once for each row', () => {
  expect(
    stores.flatMap((file) =>
      listRepeated(listLines(file).join('\n')).map((picked) => `${file.slice(modules.length)} ${picked}`),
    ),
  ).toEqual([])
})

test('what is picked once and what is picked again are told apart', () => {
  const rows = '(select id from x order by id limit $1)'
  expect(listRepeated(`\`delete from x where id in ${rows}\``)).toEqual([rows])
  expect(listRepeated(`\`update x set n = 1 from ${rows} due where x.id = due.id\``)).toEqual([rows])
  expect(listRepeated(`\`delete from x where id = any(array${rows})\``)).toEqual([])
  expect(listRepeated('`delete from x where id in (select id from y)`')).toEqual([])
  expect(listRepeated(`\`select * from ${rows} x\``)).toEqual([])
})

// ── Names ────────────────────────────────────────────────────────────────────

/** Allowed names: a column of a process's table, a date ("as of"), a word of JSON Schema, and a question. */
const KEPT = new Set(['rolesOf', 'AsOf', 'anyOf', 'isOneOf'])
test('a function is called by a verb; …Of is left to tables by a key', () => {
  const declared = /(?:function\*? |const )(\w+Of)\b(?:<[^=]*>)?(?:\(| = (?:async )?\(|: \([^)]*\) =>)/g
  const found = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(declared)]
      .map(([, name = '']) => name)
      .filter((name) => !KEPT.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
