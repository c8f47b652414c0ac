// The import of spreadsheets: templates, the uploaded file, its preview and the one transaction that writes
// it. A module defines its columns and registers the import; it may also offer template and upload under its
// own addresses. A module whose columns differ from year to year reads the lines itself.

import type { Ctx } from '../../kernel/ctx.ts'
import * as lookups from './lookup.store.ts'

export { defineImport, registerImport, type Judged } from './definition.action.ts'
export { receiveFile, makeTemplate } from './upload.action.ts'
export { linesOfSheet } from './rows.action.ts'
export type { ImportValues } from './sheet.rules.ts'

// ── What the words of a file refer to, for `lookupIn` of lookup.rules.ts ─────

export const findLabs = (ctx: Ctx, words: readonly string[]) => lookups.findLabs(ctx.db, words)
export const findRooms = (ctx: Ctx, words: readonly string[]) => lookups.findRooms(ctx.db, words)
export const findPeople = (ctx: Ctx, usernames: readonly string[]) => lookups.findPeople(ctx.db, usernames)
