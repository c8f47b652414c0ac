import { formRefusals, type ChangedHelp } from '@portal/contract/form/form'
import type { Form as Drawn } from '@portal/form-kit/form/form'
import { parseForm, writeForm } from '@portal/form-kit/form/parse'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml } from '../../kernel/html.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { shownAt } from '../../kernel/time.ts'
import { cleanForm, listReasons } from './form.rules.ts'
import * as store from './form.store.ts'
import { showRow } from './form.view.ts'
import { readStanding } from './standing.action.ts'

/** A form with the text of its draft. */
export const showDetail = (ctx: Ctx, form: store.Written) => ({
  ...showRow(form, readStanding(ctx, form)),
  text: form.text,
})
/** The form after it was written. */
export async function showAgain(ctx: Ctx, id: number) {
  const form = await store.findWritten(ctx.db, id)
  if (!form) throw notFound('表单')
  return showDetail(ctx, form)
}

/**
 * Parses a form; refuses with all its faults.
 *
 * @param options `forSaving`: also refuses what only a form that is stored already may have.
 */
export function requireForm(text: string, options?: { forSaving: boolean }): Drawn {
  const { form, faults } = parseForm(text, options)
  if (form) return form
  throw refuse('FORM_BAD', formRefusals.FORM_BAD, { reasons: listReasons('FORM_BAD', faults, 'text') })
}
/** The text to store: as written, unless its rich text had to be cleaned. */
export function judgeText(text: string): string {
  const form = requireForm(text, { forSaving: true })
  return cleanForm(form, cleanHtml) ? writeForm(form) : text
}

/** Refuses a save that began with an older revision, and names who saved since. */
export function refuseOld(ctx: Ctx, form: store.Form, revision: number): void {
  if (form.revision === revision) return
  const { changedBy, changedById, changedAt } = form
  const who = `${changedBy} 于 ${shownAt(changedAt, ctx.env.CAMPUS_TZ)} 保存了该表单`
  const by = { id: changedById, name: changedBy }
  const help: ChangedHelp = { revision: form.revision, by, at: changedAt.toISOString() }
  throw refuse('FORM_CHANGED', `${who}。${formRefusals.FORM_CHANGED}`, { status: 409, help })
}
