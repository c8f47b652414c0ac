import { registerFileReaders, registerFileTable, registerPictureText } from '../file/file.service.ts'
import { maySeeAnswer } from './standing.action.ts'
import * as answers from './answer.store.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** People fill in this version from now on. */
    'form.published': { formId: number; version: number; name: string }
    /** Somebody has filled it in. */
    'form.answered': { formId: number; version: number; answerId: number; userId: number }
  }
}

/** Files that fields ask for, and the text whose pictures an answer shows. */
export const ANSWER = 'form-answer'
export const ANSWER_TEXT = 'form-answer-text'

export function formListeners(): void {
  // Whoever may see an answer may look at its files and pictures.
  for (const business of [ANSWER, ANSWER_TEXT]) {
    registerFileReaders(business, async (ctx, id) => {
      const answer = await answers.find(ctx.db, id)
      return answer !== undefined && (await maySeeAnswer(ctx, answer))
    })
    registerFileTable(business, 'form_answer')
  }
  registerPictureText(ANSWER_TEXT, { table: 'form_answer', row: 'id', html: 'given::text' })
}
