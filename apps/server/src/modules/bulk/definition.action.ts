import type { ImportKind, RowVerdict } from '@portal/contract/bulk/bulk'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Awaits } from './file.rules.ts'
import type { ImportColumns, ImportValues } from './sheet.rules.ts'

// How a domain lets its rows be brought in from a spreadsheet. It says what the columns are, judges rows and
// writes them; the file, the staging, the preview, the one transaction and its progress are this module's. To
// imitate: modules/people/administration/people.import.ts.
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
  /** What a row that is changed says now. */
  was?: readonly { column: keyof C & string; message: string }[]
  /** What `write` needs to know and `judge` has found out: ids of what the row names. */
  plan?: Plan
  /**
   * The row of the file that must be good for this one to be good: it may stand anywhere, and is
   * there when `link` is called.
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
  /** Sentences for the template's second sheet. */
  notes?: readonly string[]
  may: (ctx: Ctx) => boolean
  /**
   * What no two rows of a file may have in common, under the column that says it: `{ username, email }`; of
   * several columns together: `{ number: `${building} ${number}` }`.
   */
  uniqueOf: (row: ImportValues<C>) => { [K in keyof C]?: string | null }
  /**
   * A verdict for each row, in order. Look up what all of them name in one query each, never one per
   * row. `inFile` knows what `uniqueOf` said of all readable rows up to the end of these, for rows
   * that name others of the same file (a child its parent) and cannot be written before them; a row
   * that can says what it `awaits`.
   * Asked again, in the transaction, right before `write`.
   */
  judge: (
    ctx: Ctx,
    rows: readonly ImportValues<C>[],
    inFile: (column: keyof C & string, value: string) => boolean,
  ) => Promise<readonly Judged<C, Plan>[]>
  /** Writes rows that are new or changed, some hundred at a time, in one statement each. */
  write: (ctx: Ctx, rows: readonly Written<C, Plan>[]) => Promise<void>
  /** Writes, once all rows are there, what those that await others say of them. */
  link?: (ctx: Ctx, rows: readonly Written<C, Plan>[]) => Promise<void>
}

/** Keeps the types of columns and plan together. */
export const defineImport = <C extends ImportColumns, Plan>(
  d: ImportDefinition<C, Plan>,
): ImportDefinition<C, Plan> => d

const definitions = new Map<ImportKind, ImportDefinition>()

/** Registers a domain's import. */
export function registerImport<C extends ImportColumns, Plan>(d: ImportDefinition<C, Plan>): void {
  // Its own rows and plans come back to it, nobody else's.
  definitions.set(d.kind, d as unknown as ImportDefinition)
}
export const findDefinition = (kind: ImportKind): ImportDefinition | undefined => definitions.get(kind)
