import { type Call } from '@portal/contract/kernel/call'
import { id as rowId } from '@portal/contract/kernel/fields'
import { optionalFields } from '@portal/contract/kernel/keeps'
import { Ctx } from './ctx.ts'
import { queueChange, rowAsBody } from './kept.store.ts'
import { parseAnything } from './parse.rules.ts'
import { refReader } from './refs.ts'
import type { Keeps, KeptRow, LoadUnchanged } from './serve.ts'

/**
 * Fills in the fields that the body leaves out from the stored row. Called before the body is parsed, so that
 * kept values are checked like sent ones, and in the change's transaction, so that it does not put back what
 * another such change has written meanwhile.
 */
export async function completeBody(
  ctx: Ctx,
  call: Call,
  keeps: Keeps,
  params: unknown,
  sent: unknown,
): Promise<unknown> {
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) return sent
  // The row may be named by its serial number, as references are.
  const body = ((await refReader(call.body)?.(ctx.db, sent)) ?? sent) as Record<string, unknown>
  const asked = params as Record<string, unknown>
  const { data: id } = parseAnything(rowId, body['id'] ?? asked['id'])
  const kept = typeof keeps === 'function' ? undefined : await findKept(ctx, keeps, { params: asked, id })
  // By the row, because several calls may change the same one.
  const what = kept ? kept.id && `${kept.table} ${kept.id}` : `${call.path} ${JSON.stringify([asked, id])}`
  // Also for a body that leaves nothing out: another change must not read what this one replaces.
  if (what && ctx.isTransaction) await queueChange(ctx.db, what)
  const left = [...optionalFields(call)].filter((field) => body[field] === undefined && field !== 'id')
  if (left.length === 0) return body
  const row =
    typeof keeps === 'function'
      ? await keeps(ctx, { params: asked, id })
      : kept?.id && (await rowAsBody(ctx.db, kept.table, { [kept.by]: kept.id }))
  if (!row) return body
  const before = JSON.parse(JSON.stringify(row)) as Record<string, unknown>
  return {
    ...body,
    ...Object.fromEntries(
      left.flatMap((field) =>
        before[field] === undefined || before[field] === null ? [] : [[field, before[field]]],
      ),
    ),
  }
}

const findKept = async (
  ctx: Ctx,
  keeps: string | KeptRow,
  asked: Parameters<LoadUnchanged>[1],
): Promise<{ table: string; by: string; id: number | undefined }> =>
  typeof keeps === 'string'
    ? { table: keeps, by: 'id', id: asked.id }
    : { table: keeps.table, by: keeps.by ?? 'id', id: await keeps.findId(ctx, asked) }
