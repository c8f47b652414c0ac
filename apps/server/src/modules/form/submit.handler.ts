import type { formCalls } from '@portal/contract/form/calls'
import { formRefusals } from '@portal/contract/form/form'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { refuse } from '../../kernel/refuse.ts'
import { showWhole } from './answer.action.ts'
import * as answerStore from './answer.store.ts'
import { requireForm } from './form.action.ts'
import { ANSWER, ANSWER_TEXT } from './form.events.ts'
import * as store from './form.store.ts'
import { acceptFiles, judgeAnswer } from './judging.action.ts'

type Calls = typeof formCalls

/** A published form; `held`: locked against retiring until the transaction ends. */
async function requireOpen(ctx: Ctx, id: number, held: boolean): Promise<store.Published> {
  const form = await (held ? store.holdPublished(ctx, id) : store.findPublished(ctx.db, id))
  if (form?.state !== 'published') throw refuse('FORM_NOT_OPEN', formRefusals.FORM_NOT_OPEN, { status: 404 })
  ctx.target = `form ${form.id}`
  return form
}

export async function submit(ctx: Ctx, { params, body }: Parsed<Calls['submit']>) {
  const open = await requireOpen(ctx, params.id, true)
  if (open.version !== body.version)
    throw refuse('FORM_VERSION_OLD', formRefusals.FORM_VERSION_OLD, {
      status: 409,
      help: { version: open.version },
    })
  const form = requireForm(open.text)
  const id = await answerStore.takeNumber(ctx.db)
  const kept = { files: ANSWER, pictures: ANSWER_TEXT, rowId: id }
  const { given, summary } = await judgeAnswer(ctx, form, body.values, kept)
  await answerStore.add(ctx, { id, formId: open.id, version: open.version, given, summary })
  ctx.target = `form_answer ${id}`
  await announce(ctx, 'form.answered', {
    formId: open.id,
    version: open.version,
    answerId: id,
    userId: ctx.me.id,
  })
  const answer = await answerStore.find(ctx.db, id)
  if (!answer) throw new Error('an answer that was written is there')
  return showWhole(ctx, answer)
}

/** Stores files for an answer that is not submitted yet, validated by their field. */
export async function upload(ctx: Ctx, { params, body }: Parsed<Calls['upload']>) {
  const open = await requireOpen(ctx, params.id, false)
  return acceptFiles(ctx, open.text, body.field, ANSWER)
}
