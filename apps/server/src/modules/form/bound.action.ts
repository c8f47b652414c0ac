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

// Answers to what an instrument asks, in the transaction of what they are about.

/** What a device asks on an occasion, for whoever does not read the device anyway. */
export const findBoundAsked = (ctx: Ctx, deviceId: number, occasion: Occasion): Promise<Asked | null> =>
  findAsked(ctx.db, deviceId, occasion)

interface About {
  /** Null: it is about no booking. */
  bookingId: number | null
  /** The fault report that it is about, which names no booking. */
  repairOrderId?: number
  occasion: Occasion
  /** What is asked now; null: nothing. */
  asked: Asked | null
  /** What was sent. Left out: what was answered before stays, as far as it answers what is asked now. */
  given: GivenAnswer | null | undefined
  /** There may be an answer already. */
  again: boolean
}

/**
 * Judges what was filled in of the form that is asked, and keeps it with its booking; refuses at its field
 * what is wrong or missing. Where nothing is asked it does nothing: nobody is turned down for an answer to a
 * question that was taken back meanwhile.
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
  // What was uploaded for the answer before may be said again.
  if (last) await file.rehang(ctx, ANSWER, last.id, id)
  const kept = { files: ANSWER, pictures: ANSWER_TEXT, rowId: id }
  const answer = await judgeAnswer(ctx, form, given?.values ?? {}, kept).catch(putInPlace)
  // Whoever was asked nothing that he had to answer has not answered.
  if (!given && answer.summary === '') return
  await answerStore.add(ctx, { id, ...asked, ...answer }, { bookingId, repairOrderId, occasion })
}

/** Before what it speaks of goes on: it has been answered, in whichever version, or need not be. */
export async function requireBound(
  ctx: Ctx,
  about: Pick<About, 'occasion' | 'asked'> & { bookingId: number },
): Promise<void> {
  if (!about.asked) return
  const last = await store.findLast(ctx.db, about.bookingId, about.occasion)
  if (last?.formId === about.asked.formId) return
  await keepBound(ctx, { ...about, given: null, again: false })
}

/** A refusal of fields names them where the call has them. */
function putInPlace(e: unknown): never {
  if (!(e instanceof Refusal)) throw e
  const { code, message, status, help } = e
  const reasons = e.reasons?.map((r) => ({ ...r, field: `answers.values.${r.field ?? ''}` }))
  throw refuse(code, message, { status, help, ...(reasons && { reasons }) })
}

/** What was answered with a fault report. */
export async function listReported(ctx: Ctx, repairOrderId: number) {
  const answers = await store.listOfReport(ctx.db, repairOrderId)
  return Promise.all(answers.map(async (a) => ({ ...(await showWhole(ctx, a)), occasion: a.occasion })))
}

/** What was answered of a booking, the newest on each occasion, with the versions that were answered. */
export async function listBound(ctx: Ctx, bookingId: number) {
  const answers = await store.list(ctx.db, bookingId)
  return Promise.all(answers.map(async (a) => ({ ...(await showWhole(ctx, a)), occasion: a.occasion })))
}
