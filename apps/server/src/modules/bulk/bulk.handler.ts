import { bulkRefusals, importKindWords, type ImportKind, type bulkCalls } from '@portal/contract/bulk/bulk'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, notFound, refuse, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import * as store from './bulk.store.ts'
import { definitionOf, type ImportDefinition } from './definition.action.ts'
import { judgeFile } from './rows.action.ts'
import { read, write } from './work.action.ts'

export { defineImport, importable, type ImportDefinition, type Judged } from './definition.action.ts'
export type { ImportColumns, ImportValues } from './sheet.rules.ts'

const refuseBy = (code: keyof typeof bulkRefusals, status = 409) =>
  refuse(code, bulkRefusals[code], { status })

/** The definition of a kind that the person may bring in. */
function mine(ctx: Ctx, kind: ImportKind): ImportDefinition {
  const d = definitionOf(kind)
  ctx.allow(d?.may(ctx) ?? false)
  if (!d) throw notFound('导入')
  return d
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** For other modules' own addresses too. */
export async function templateOf(ctx: Ctx, kind: ImportKind): Promise<RawReply> {
  const d = mine(ctx, kind)
  const columns = Object.values(d.columns)
  const words = importKindWords[kind]
  const notes = [
    ['列', '是否必填', '说明'],
    ...columns.map((c) => [c.header, c.required ? '必填' : '选填', c.note ?? '']),
    ['', '', ''],
    ...[
      '第一行是列名，请不要修改；示例行未改动时不会导入。',
      '系统先逐行校验，您确认之后才会写入。',
      ...(d.notes ?? []),
    ].map((n) => ['说明', '', n]),
  ]
  const { writeXlsx } = await import('hucre/xlsx') // not needed by a start
  const body = await writeXlsx({
    sheets: [
      {
        name: words,
        columns: columns.map((c) => ({ width: c.width ?? 16 })),
        rows: [columns.map((c) => (c.required ? `${c.header}*` : c.header)), columns.map((c) => c.sample)],
        freezePane: { rows: 1 },
      },
      { name: '填写说明', columns: [{ width: 16 }, { width: 10 }, { width: 80 }], rows: notes },
    ],
  })
  return { type: XLSX, body: Buffer.from(body), fileName: `${words}导入模板.xlsx` }
}
export const template = (ctx: Ctx, { params }: Parsed<typeof bulkCalls.template>) =>
  templateOf(ctx, params.kind)

function showImport(d: ImportDefinition, r: store.ImportRecord) {
  const { userId: _user, ...rest } = r
  return { ...rest, columns: Object.values(d.columns).map((c) => c.header) }
}

/** Takes the uploaded file; it is read once this is committed. For other modules' own addresses too. */
export async function receive(ctx: Ctx, kind: ImportKind) {
  const d = mine(ctx, kind)
  const [file] = ctx.files
  if (!file) throw fail('BAD_REQUEST', '请选择文件')
  const content = await file.received.read()
  judgeFile(content)
  const record = await store.add(ctx.db, kind, ctx.me.id, file.name, ctx.now).catch((e: unknown) => {
    throw violates(e, 'bulk_import_busy') ? refuseBy('BUSY') : e
  })
  ctx.target = `导入 ${record.id}：${file.name}`
  const { deps, me: actor, requestId } = ctx
  ctx.afterCommit(() => void read({ deps, d, id: record.id, actor, requestId }, content))
  return showImport(d, record)
}
export const upload = (ctx: Ctx, { params }: Parsed<typeof bulkCalls.upload>) => receive(ctx, params.kind)

/** An import is its uploader's: others with the same right do not see his rows. */
async function requireOwn(
  ctx: Ctx,
  id: number,
): Promise<{ definition: ImportDefinition; record: store.ImportRecord }> {
  const record = await store.find(ctx.db, id)
  if (!record) {
    ctx.allow(true)
    throw notFound('导入')
  }
  ctx.allow(record.userId === ctx.me.id)
  ctx.target = `导入 ${id}：${record.fileName}`
  return { definition: mine(ctx, record.kind), record }
}

export async function get(ctx: Ctx, { params }: Parsed<typeof bulkCalls.get>) {
  const { definition, record } = await requireOwn(ctx, params.id)
  return showImport(definition, record)
}

export async function rows(ctx: Ctx, { params, query }: Parsed<typeof bulkCalls.rows>) {
  const { definition } = await requireOwn(ctx, params.id)
  const keys = Object.keys(definition.columns)
  const { rows: found, total } = await store.rows(ctx.db, params.id, query.verdict ?? null, {
    page: query.page,
    size: Math.min(query.size, 200),
  })
  return { items: found.map((r) => ({ ...r, cells: keys.map((key) => r.cells[key] ?? '') })), total }
}

const CHUNK = 500
export async function badRows(ctx: Ctx, { params }: Parsed<typeof bulkCalls.badRows>): Promise<RawReply> {
  const { definition, record } = await requireOwn(ctx, params.id)
  async function* bad(): AsyncGenerator<store.StagedRow> {
    for (let after = 0; ;) {
      const chunk = await store.badAfter(ctx.db, params.id, after, CHUNK)
      yield* chunk
      if (chunk.length < CHUNK) return
      after = chunk.at(-1)?.line ?? after
    }
  }
  const columns = Object.entries(definition.columns).map(([key, c]) => ({
    header: c.header,
    width: c.width ?? 16,
    value: (r: store.StagedRow) => r.cells[key] ?? '',
  }))
  const why = (r: store.StagedRow) =>
    r.reasons
      .filter((x) => x.level === 'error')
      .map((x) => (x.column ? `${x.column}：${x.message}` : x.message))
      .join('；')
  return sheetOf(
    importKindWords[record.kind],
    [...columns, { header: '错误原因', width: 60, value: why }],
    bad(),
    `${importKindWords[record.kind]}-有误的行.xlsx`,
  )
}

export async function commit(ctx: Ctx, { params, body }: Parsed<typeof bulkCalls.commit>) {
  const { definition, record } = await requireOwn(ctx, params.id)
  if (record.state !== 'ready') throw refuseBy('NOT_READY')
  if (record.counts.bad > 0 && !body.skipBad) throw refuseBy('HAS_BAD_ROWS', 422)
  if (record.counts.new + record.counts.changed === 0) throw refuseBy('NOTHING_TO_DO', 422)
  const begun = await store.begin(ctx.db, params.id, ctx.now).catch((e: unknown) => {
    throw violates(e, 'bulk_import_busy') ? refuseBy('BUSY') : e
  })
  if (!begun) throw refuseBy('NOT_READY')
  const { deps, me: actor, requestId } = ctx
  ctx.afterCommit(() => void write({ deps, d: definition, id: params.id, actor, requestId }))
  return showImport(definition, begun)
}

export async function discard(ctx: Ctx, { params }: Parsed<typeof bulkCalls.discard>) {
  await requireOwn(ctx, params.id)
  if (!(await store.remove(ctx.db, params.id))) throw refuseBy('NOT_READY')
  return null
}
