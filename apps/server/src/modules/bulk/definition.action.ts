import type { ImportKind, RowVerdict } from '@portal/contract/bulk/bulk'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Awaits } from './file.rules.ts'
import type { ImportColumns, ImportValues } from './sheet.rules.ts'

// How a module defines an import of its rows. The module defines the columns, judges rows and writes them;
// this module handles the file, staging, preview, the one transaction and its progress. Example:
// modules/people/administration/people.import.ts.
//
//   export const roomImport = defineImport({ kind: 'room', columns: {…}, uniqueOf, may, judge, write })
//   // building.events.ts, called as the module's `listeners`:
//   export function buildingListeners(): void { registerImport(roomImport) }
//
// In the browser: <ImportButton kind="room" onDone={…} /> of features/bulk/shared/import-drawer.tsx.

export interface Judged<C extends ImportColumns = ImportColumns, Plan = unknown> {
  verdict: RowVerdict
  /** Why a row is bad; `column` is a key of `columns`. */
  errors?: readonly { column?: keyof C & string; message: string }[]
  warnings?: readonly { column?: keyof C & string; message: string }[]
  /** The stored values that a changed row replaces. */
  was?: readonly { column: keyof C & string; message: string }[]
  /** What `judge` has resolved for `write`: ids of what the row names. */
  plan?: Plan
  /**
   * Another row of the same file that must be valid for this one to be valid. It may come later and is
   * written when `link` is called.
   */
  awaits?: Awaits<keyof C & string>
}

export interface Written<C extends ImportColumns = ImportColumns, Plan = unknown> {
  verdict: 'new' | 'changed'
  row: ImportValues<C>
  plan: Plan
}

export interface ImportDefinition<C extends ImportColumns = ImportColumns, Plan = unknown> {
  kind: ImportKind
  columns: C
  /** Notes on the template's second sheet. */
  notes?: readonly string[]
  may: (ctx: Ctx) => boolean
  /**
   * Values that must be unique within a file, by the column that reports a repeat: `{ username, email }`;
   * several columns together: `{ number: `${building} ${number}` }`.
   */
  uniqueOf: (row: ImportValues<C>) => { [K in keyof C]?: string | null }
  /**
   * Returns a verdict for each row, in order. Must resolve names with one query per column, never one per
   * row. `inFile` tells whether a readable row up to the end of this chunk has a `uniqueOf` value, for rows
   * that name rows of the same file (a child its parent) and cannot be written before them; other rows return
   * `awaits`. Called for the preview and again in the writing transaction, right before `write`.
   */
  judge: (
    ctx: Ctx,
    rows: readonly ImportValues<C>[],
    inFile: (column: keyof C & string, value: string) => boolean,
  ) => Promise<readonly Judged<C, Plan>[]>
  /** Writes new and changed rows, some hundred per call, with one statement each call. */
  write: (ctx: Ctx, rows: readonly Written<C, Plan>[]) => Promise<void>
  /** Called once all rows are written: writes the references of rows that had `awaits`. */
  link?: (ctx: Ctx, rows: readonly Written<C, Plan>[]) => Promise<void>
}

/** Infers the types of columns and plan together. */
export const defineImport = <C extends ImportColumns, Plan>(
  d: ImportDefinition<C, Plan>,
): ImportDefinition<C, Plan> => d

const definitions = new Map<ImportKind, ImportDefinition>()

/** Registers a module's import. */
export function registerImport<C extends ImportColumns, Plan>(d: ImportDefinition<C, Plan>): void {
  // Safe: the definition only receives rows and plans that it made itself.
  definitions.set(d.kind, d as unknown as ImportDefinition)
}
export const findDefinition = (kind: ImportKind): ImportDefinition | undefined => definitions.get(kind)
