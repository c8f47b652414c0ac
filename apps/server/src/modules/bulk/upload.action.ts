import { bulkRefusals, importKindWords, type ImportKind } from '@portal/contract/bulk/bulk'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import * as store from './bulk.store.ts'
import { findDefinition, type ImportDefinition } from './definition.action.ts'
import { judgeFile } from './rows.action.ts'
import { readFile } from './work.action.ts'

export const refuseBy = (code: keyof typeof bulkRefusals, status = 409) =>
  refuse(code, bulkRefusals[code], { status })

/** The definition of a kind that the caller may import; throws otherwise. */
export function requireImport(ctx: Ctx, kind: ImportKind): ImportDefinition {
  const d = findDefinition(kind)
  ctx.allow(d?.may(ctx) ?? false)
  if (!d) throw notFound('导入')
  return d
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Excel's format for text: 0912345 stays a student number and does not become 912345. */
const TEXT = '@'
/** Rows of the template in that format; a row that stays empty is not imported. */
const ROWS_TO_FILL = 1000

/** The template as a file; also used under other modules' addresses. */
export async function makeTemplate(ctx: Ctx, kind: ImportKind): Promise<RawReply> {
  const d = requireImport(ctx, kind)
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
  const blank = columns.map(() => null)
  const { writeXlsx } = await import('hucre/xlsx') // loaded on first use, not at start
  const body = await writeXlsx({
    sheets: [
      {
        name: words,
        columns: columns.map((c) => ({ width: c.width ?? 16, numFmt: TEXT })),
        rows: [
          columns.map((c) => (c.required ? `${c.header}*` : c.header)),
          columns.map((c) => c.sample),
          ...Array.from({ length: ROWS_TO_FILL }, () => blank),
        ],
        freezePane: { rows: 1 },
      },
      { name: '填写说明', columns: [{ width: 16 }, { width: 10 }, { width: 80 }], rows: notes },
    ],
  })
  return { type: XLSX, body: Buffer.from(body), fileName: `${words}导入模板.xlsx` }
}

export function showImport(d: ImportDefinition, r: store.ImportRecord) {
  const { userId: _user, ...rest } = r
  return { ...rest, columns: Object.values(d.columns).map((c) => c.header) }
}

/** Stores the uploaded file; it is read after the commit. Also used under other modules' addresses. */
export async function receiveFile(ctx: Ctx, kind: ImportKind) {
  const d = requireImport(ctx, kind)
  const file = ctx.requireFile('文件')
  const content = await file.received.read()
  judgeFile(content)
  const record = await store.add(ctx, kind, file.name).catch((e: unknown) => {
    throw violates(e, 'bulk_import_busy') ? refuseBy('BUSY') : e
  })
  ctx.target = `导入 ${record.id}：${file.name}`
  const { deps, me: actor, requestId } = ctx
  ctx.afterCommit(() => void readFile({ deps, d, id: record.id, actor, requestId }, content))
  return showImport(d, record)
}
