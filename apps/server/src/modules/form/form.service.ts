import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './form.store.ts'

// Forms for modules that bind one to something of their own, such as a process. A published version never
// changes, so a caller that stores its number always reads the same text.

export { readNamed } from './answer.action.ts'
export { askedSql, type Asked } from './binding.store.ts'
export { findBoundAsked, keepBound, listBound, listReported, requireBound } from './bound.action.ts'
export { readSheet, type AnswerSheet, type Joined } from './bound-sheet.action.ts'
export { requireForm } from './form.action.ts'
export { judgeRows, sayRows, type RowWords } from './row.action.ts'
export { acceptFiles, judgeAnswer } from './judging.action.ts'
export { registerBookingReaders, registerReportReaders, registerTestOrderReaders } from './standing.action.ts'
export type { Fields } from './value.rules.ts'

/** One published version of a form; `null`: the one that is filled in now. */
export const findVersion = (ctx: Ctx, id: number, version: number | null) =>
  store.findVersion(ctx.db, id, version)
