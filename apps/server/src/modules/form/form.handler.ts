import type { formCalls } from '@portal/contract/form/calls'
import { formRefusals, MOST_OWN_FORMS } from '@portal/contract/form/form'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { judgeText, refuseOld, showAgain, showDetail } from './form.action.ts'
import * as store from './form.store.ts'
import { showRevision, showRow } from './form.view.ts'
import { holdOwn, isOffice, readStanding, requireOwn, requireOwnWritten } from './standing.action.ts'

type Calls = typeof formCalls

export async function list(ctx: Ctx, { query }: Parsed<Calls['list']>) {
  const { items, total } = await store.list(ctx.db, query, isOffice(ctx) ? undefined : ctx.me.id)
  return pageReply(
    items.map((form) => showRow(form, readStanding(ctx, form))),
    total,
  )
}

export async function get(ctx: Ctx, { params }: Parsed<Calls['get']>) {
  return showDetail(ctx, await requireOwnWritten(ctx, params.id))
}

export async function create(ctx: Ctx, { body }: Parsed<Calls['create']>) {
  const text = judgeText(body.text)
  if ((await store.countDrafts(ctx.db, ctx.me.id)) >= MOST_OWN_FORMS)
    throw refuse('FORM_TOO_MANY', formRefusals.FORM_TOO_MANY)
  const id = await store.add(ctx, { ...body, text })
  ctx.target = `form ${id}`
  return showAgain(ctx, id)
}

/** Values that a save keeps when its body leaves them out. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const { category, description } = await requireOwn(ctx, Number(params['id']))
  return { category, description }
}

export async function save(ctx: Ctx, { params, body }: Parsed<Calls['save']>) {
  const { revision, overwrite, note, ...draft } = body
  const form = await holdOwn(ctx, params.id)
  if (!overwrite) refuseOld(ctx, form, revision)
  await store.save(ctx, form.id, form.revision, { ...draft, text: judgeText(draft.text) }, note)
  // Tells other open editors of this form that it was saved.
  ctx.live(`form:${form.id}`)
  return showAgain(ctx, form.id)
}

export async function remove(ctx: Ctx, { params }: Parsed<Calls['remove']>) {
  const form = await holdOwn(ctx, params.id)
  if (!(await store.remove(ctx, form.id)))
    throw refuse('FORM_PUBLISHED', formRefusals.FORM_PUBLISHED, { status: 409 })
  return null
}

export async function revisions(ctx: Ctx, { params }: Parsed<Calls['revisions']>) {
  const form = await requireOwn(ctx, params.id)
  return (await store.listRevisions(ctx.db, form.id)).map(showRevision)
}

export async function revision(ctx: Ctx, { params }: Parsed<Calls['revision']>) {
  const form = await requireOwn(ctx, params.id)
  const found = await store.findRevision(ctx.db, form.id, params.revision)
  if (!found) throw notFound('该次保存')
  return { ...showRevision(found), text: found.text }
}
