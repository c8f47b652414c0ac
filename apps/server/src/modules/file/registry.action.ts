import type { Ctx } from '../../kernel/ctx.ts'
import { LOOSE_PICTURE } from './file.rules.ts'
import type { DraftColumn, FileRow, TextColumn } from './file.store.ts'

// What modules register about their files, once per process: who may read them, the tables they belong to,
// and the texts that show them.

/** True if the caller may see the row of a private file. */
type MayRead = (ctx: Ctx, rowId: number) => Promise<boolean> | boolean
interface Reading {
  mayRead: MayRead
  /** Also called for requests without a session, where `ctx.me` does not exist. */
  alsoStrangers: boolean
}
export const readers = new Map<string, Reading>()

/**
 * Registers who may read the private files of a business: `registerFileReaders('booking', (ctx, id) => …)`.
 * Without it only the uploader and administrators may.
 */
export function registerFileReaders(
  business: string,
  mayRead: MayRead,
  { alsoStrangers = false } = {},
): void {
  readers.set(business, { mayRead, alsoStrangers })
}

/** Such a business has private files: its public ones may become private as well. */
export const hasReaders = ({ business }: FileRow): boolean => business !== null && readers.has(business)

export const texts = new Map<string, TextColumn>()
/**
 * Registers the column of a text with pictures. The sweep reads it before it removes a picture, because a
 * picture may have been copied from one text into another.
 */
export const registerPictureText = (business: string, text: TextColumn) => void texts.set(business, text)

export const drafts: DraftColumn[] = []
/** Registers a column of drafts that are kept without limit of time: the sweep leaves the files they name. */
export function registerDrafts(draft: DraftColumn): void {
  // Tests create several apps in one process.
  if (!drafts.some((known) => known.table === draft.table)) drafts.push(draft)
}

export const tables = new Map<string, string>()
/**
 * Registers the table whose rows own the files of a business: `registerFileTable('room', 'room')`. If such a
 * row is deleted without its files, the sweep finds them.
 */
export const registerFileTable = (business: string, table: string) => void tables.set(business, table)

/** Businesses whose files may be without a row for a while, because the form is not submitted yet. */
export const looseBusinesses = (): string[] => [LOOSE_PICTURE, ...readers.keys()]

export const isOfText = ({ business }: FileRow): boolean =>
  business !== null && (business === LOOSE_PICTURE || texts.has(business))
