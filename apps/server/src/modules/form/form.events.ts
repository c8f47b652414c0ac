import { registerFileReaders, registerFileTable, registerPictureText } from '../file/file.service.ts'
import { maySeeAnswer } from './standing.action.ts'
import * as answers from './answer.store.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** From now on people fill in this version. */
    'form.published': { formId: number; version: number; name: string }
    /** A person has submitted an answer. */
    'form.answered': { formId: number; version: number; answerId: number; userId: number }
  }
}

/** Files uploaded in answers, and pictures in their rich text. */
export const ANSWER = 'form-answer'
export const ANSWER_TEXT = 'form-answer-text'

export function formListeners(): void {
  // Readers of an answer may also read its files and pictures.
  for (const business of [ANSWER, ANSWER_TEXT]) {
    registerFileReaders(business, async (ctx, id) => {
      const answer = await answers.find(ctx.db, id)
      return answer !== undefined && (await maySeeAnswer(ctx, answer))
    })
    registerFileTable(business, 'form_answer')
  }
  registerPictureText(ANSWER_TEXT, { table: 'form_answer', row: 'id', html: 'given::text' })
}
