import { isDeepStrictEqual } from 'node:util'
import type { GivenAnswer, Occasion } from '@portal/contract/form/binding'
import { formRefusals } from '@portal/contract/form/form'
import type { Ctx } from '../../kernel/ctx.ts'
import { Refusal, refuse } from '../../kernel/refuse.ts'
import * as file from '../file/file.service.ts'
import { showWhole } from './answer.action.ts'
import * as answerStore from './answer.store.ts'
import { findAsked, type Asked } from './binding.store.ts'
import * as store from './bound.store.ts'
import { requireForm } from './form.action.ts'
import { ANSWER, ANSWER_TEXT } from './form.events.ts'
import { findVersion } from './form.store.ts'
import { judgeAnswer } from './judging.action.ts'

// Answers to what an instrument asks, written in the transaction of the booking or report they are about.

/** What a device asks on an occasion, for callers that do not read the device anyway. */
export const findBoundAsked = (ctx: Ctx, deviceId: number, occasion: Occasion): Promise<Asked | null> =>
  findAsked(ctx.db, deviceId, occasion)

interface About {
  /** Null: it is not about a booking. */
  bookingId: number | null
  /** The fault report it is about, if that has no booking. */
  repairOrderId?: number
  occasion: Occasion
  /** The form asked now; null: none. */
  asked: Asked | null
  /** What was sent. Left out: the earlier answer stays, if it answers the form that is asked now. */
  given: GivenAnswer | null | undefined
  /** An earlier answer may exist. */
  again: boolean
}

/**
 * Validates an answer to the form that is asked and stores it; refuses what is wrong or missing, by field. If
 * no form is asked it does nothing, so an answer to a form that was unbound meanwhile is not refused.
 */
export async function keepBound(
  ctx: Ctx,
  { bookingId, repairOrderId, occasion, asked, given, again }: About,
): Promise<void> {
  if (!asked) return
  if (given && (given.formId !== asked.formId || given.version !== asked.version))
    throw refuse('FORM_VERSION_OLD', formRefusals.FORM_VERSION_OLD, { status: 409, help: asked })
  const last = again && bookingId !== null ? await store.findLast(ctx.db, bookingId, occasion) : undefined
  const stands = last?.formId === asked.formId && last.version === asked.version
  if (stands && (!given || isDeepStrictEqual(given.values, last.given))) return
  const form = requireForm((await findVersion(ctx.db, asked.formId, asked.version))?.text ?? '')
  const id = await answerStore.takeNumber(ctx.db)
  // Files that were uploaded for the earlier answer may be kept in the new one.
  if (last) await file.rehang(ctx, ANSWER, last.id, id)
  const kept = { files: ANSWER, pictures: ANSWER_TEXT, rowId: id }
  const answer = await judgeAnswer(ctx, form, given?.values ?? {}, kept).catch(putInPlace)
  // Nothing was sent and every field is empty: no answer is stored.
  if (!given && answer.summary === '') return
  await answerStore.add(ctx, { id, ...asked, ...answer }, { bookingId, repairOrderId, occasion })
}

/** Refuses to continue unless the form was answered, in any version, or has no required field. */
export async function requireBound(
  ctx: Ctx,
  about: Pick<About, 'occasion' | 'asked'> & { bookingId: number },
): Promise<void> {
  if (!about.asked) return
  const last = await store.findLast(ctx.db, about.bookingId, about.occasion)
  if (last?.formId === about.asked.formId) return
  await keepBound(ctx, { ...about, given: null, again: false })
}

/** Prefixes the fields of a refusal with their place in the call. */
function putInPlace(e: unknown): never {
  if (!(e instanceof Refusal)) throw e
  const { code, message, status, help } = e
  const reasons = e.reasons?.map((r) => ({ ...r, field: `answers.values.${r.field ?? ''}` }))
  throw refuse(code, message, { status, help, ...(reasons && { reasons }) })
}

/** The answers sent with a fault report. */
export async function listReported(ctx: Ctx, repairOrderId: number) {
  const answers = await store.listOfReport(ctx.db, repairOrderId)
  return Promise.all(answers.map(async (a) => ({ ...(await showWhole(ctx, a)), occasion: a.occasion })))
}

/** The newest answer of a booking on each occasion, with the version it answered. */
export async function listBound(ctx: Ctx, bookingId: number) {
  const answers = await store.list(ctx.db, bookingId)
  return Promise.all(answers.map(async (a) => ({ ...(await showWhole(ctx, a)), occasion: a.occasion })))
}
