import type { Form } from '@portal/form-kit/form/form'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './answer.store.ts'
import { requireForm } from './form.action.ts'
import { findPersonIds } from './form.rules.ts'
import { showAnswer } from './form.view.ts'
import { listPlaces, type Fields } from './value.rules.ts'

/** Whom an answer names. */
export const listNamed = (form: Form, given: Fields): number[] =>
  listPlaces(form, given, ['person']).flatMap(({ value }) => (value === null ? [] : findPersonIds(value)))

/** An answer with the version it is about, and the names of those whom it names. */
export async function showWhole(ctx: Ctx, answer: store.WholeAnswer) {
  const names = await store.listNames(ctx.db, listNamed(requireForm(answer.text), answer.given))
  const people = [...names].map(([id, name]) => ({ id, name }))
  return { ...showAnswer(answer), text: answer.text, values: answer.given, people }
}
