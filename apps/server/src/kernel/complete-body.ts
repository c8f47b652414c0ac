import { type Call } from '@portal/contract/kernel/call'
import { optionalFields } from '@portal/contract/kernel/keeps'
import { Ctx } from './ctx.ts'
import { rowAsBody } from './kept.store.ts'
import type { Keeps } from './serve.ts'

/**
 * The body with what it leaves out as it stands. Before it is parsed: what is kept is judged like what is
 * said.
 */
export async function completeBody(
  ctx: Ctx,
  call: Call,
  keeps: Keeps,
  params: unknown,
  sent: unknown,
): Promise<unknown> {
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) return sent
  const body = sent as Record<string, unknown>
  const left = [...optionalFields(call)].filter((field) => body[field] === undefined && field !== 'id')
  if (left.length === 0) return sent
  const asked = { params: params as Record<string, unknown>, body }
  const id = Number(body['id'] ?? asked.params['id'])
  const row =
    typeof keeps === 'string'
      ? Number.isSafeInteger(id)
        ? await rowAsBody(ctx.db, keeps, { id })
        : undefined
      : await keeps(ctx, asked)
  if (!row) return sent
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
