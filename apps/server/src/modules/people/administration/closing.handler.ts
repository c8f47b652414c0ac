import type { Parsed } from '@portal/contract/kernel/call'
import type { peopleCalls } from '@portal/contract/people/people'
import type { Ctx } from '../../../kernel/ctx.ts'
import { changeEnabled } from './closing.action.ts'
import { listCounts } from './closing.rules.ts'
import * as store from './closing.store.ts'
import { judgePerson } from './judging.action.ts'

/** Previews what the person would leave behind and what becomes of each item. Writes nothing. */
export async function previewClosing(ctx: Ctx, { params }: Parsed<typeof peopleCalls.closing>) {
  const { name } = await judgePerson(ctx, params.id, 'close')
  const [counts] = await store.countMatters(ctx.db, [params.id])
  return { name, matters: await store.listMatters(ctx.db, params.id), counts: listCounts(counts) }
}

export async function setEnabled(ctx: Ctx, { params, body }: Parsed<typeof peopleCalls.setEnabled>) {
  await changeEnabled(ctx, params.id, body)
  return null
}
