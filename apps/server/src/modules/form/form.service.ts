import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './form.store.ts'

// Forms for whoever binds one to something of its own: a process is started with one. A version stays as it
// was published, so whoever names it reads the same text for good.

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
