import type { Ref } from '@portal/contract/kernel/rows'
import type { Form } from '@portal/form-kit/form/form'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './answer.store.ts'
import { requireForm } from './form.action.ts'
import { findPersonIds } from './form.rules.ts'
import { showAnswer } from './form.view.ts'
import { listPlaces, type Fields } from './value.rules.ts'

/** Ids of the people in an answer. */
export const listNamed = (form: Form, given: Fields): number[] =>
  listPlaces(form, given, ['person']).flatMap(({ value }) => (value === null ? [] : findPersonIds(value)))

/** Ids and names of the people in the values of a form. */
export async function readNamed(ctx: Ctx, text: string, given: Fields): Promise<Ref[]> {
  const names = await store.listNames(ctx.db, listNamed(requireForm(text), given))
  return [...names].map(([id, name]) => ({ id, name }))
}

/** An answer with the text of its version and the people it names. */
export async function showWhole(ctx: Ctx, answer: store.WholeAnswer) {
  const { text, given } = answer
  return { ...showAnswer(answer), text, values: given, people: await readNamed(ctx, text, given) }
}
