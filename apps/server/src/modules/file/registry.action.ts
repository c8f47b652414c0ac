import type { Ctx } from '../../kernel/ctx.ts'
import { LOOSE_PICTURE } from './file.rules.ts'
import type { DraftColumn, FileRow, TextColumn } from './file.store.ts'

// What modules say of the files that they keep, once for each process: who may read them, where they hang,
// and in which texts they are shown.

/** May the person who asks see the row that a private file hangs on? */
type MayRead = (ctx: Ctx, rowId: number) => Promise<boolean> | boolean
interface Reading {
  mayRead: MayRead
  /** Is it asked of people without a session too? There is no `ctx.me` then. */
  alsoStrangers: boolean
}
export const readers = new Map<string, Reading>()

/**
 * A module that keeps private files says who may read them: `registerFileReaders('booking', (ctx, id) => …)`.
 * Without that only their owners may.
 */
export function registerFileReaders(
  business: string,
  mayRead: MayRead,
  { alsoStrangers = false } = {},
): void {
  readers.set(business, { mayRead, alsoStrangers })
}

export const texts = new Map<string, TextColumn>()
/**
 * A module says in which column the texts stand whose pictures it keeps. The sweep reads it before it removes
 * a picture, because somebody may have copied that from one text into another.
 */
export const registerPictureText = (business: string, text: TextColumn) => void texts.set(business, text)

export const drafts: DraftColumn[] = []
/**
 * A module that keeps drafts for as long as their people like says where: what they name is not swept up.
 */
export function registerDrafts(draft: DraftColumn): void {
  // Tests build several apps in one process.
  if (!drafts.some((known) => known.table === draft.table)) drafts.push(draft)
}

export const tables = new Map<string, string>()
/**
 * A module says on the rows of which table its files hang: `registerFileTable('room', 'room')`. Should such a
 * row ever go without them, the sweep finds them.
 */
export const registerFileTable = (business: string, table: string) => void tables.set(business, table)

/** The businesses whose files may hang on no row for a while, because their form is not sent yet. */
export const looseBusinesses = (): string[] => [LOOSE_PICTURE, ...readers.keys()]

export const isOfText = ({ business }: FileRow): boolean =>
  business !== null && (business === LOOSE_PICTURE || texts.has(business))
