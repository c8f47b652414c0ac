import { occasions, type Occasion } from '@portal/contract/form/binding'
import type { Ctx } from '../../kernel/ctx.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { plainText } from '../../kernel/html.ts'
import { listNamed } from './answer.action.ts'
import * as answerStore from './answer.store.ts'
import * as store from './bound.store.ts'
import { requireForm } from './form.action.ts'
import { listColumns, sayCell, type Column } from './words.rules.ts'

// Answers about bookings, as columns of the files that their lists export.

/** A version of a form that was answered about a booking, on an occasion. */
export type Answered = Pick<store.Version, 'occasion' | 'formId' | 'version'>

interface Cell {
  occasion: Occasion
  formId: number
  field: string
  column: Column
}
/** A row with its answers, one cell per column. */
export interface Joined {
  answered: readonly (string | number | null)[]
}
export interface AnswerSheet {
  /** Cells by booking id; bookings without an answer are missing. */
  read: (bookingIds: readonly number[]) => Promise<Map<number, Joined['answered']>>
  columns: SheetColumn<Joined>[]
  /** Adds the answers to rows, with one query per batch; `idOf` gives the booking of a row. */
  join: <Row>(rows: AsyncIterable<Row>, idOf: (row: Row) => number) => AsyncGenerator<Row & Joined>
}
const SOME = 500

/** At most this many columns, because a spreadsheet has a limit. */
const MOST_COLUMNS = 1000

/** Columns for the fields of these forms: those of the newest version, then those only older ones have. */
export async function readSheet(ctx: Ctx, answered: readonly Answered[]): Promise<AnswerSheet> {
  const versions = answered.length > 0 ? await store.listVersions(ctx.db, answered, occasions) : []
  const forms = versions.map((v) => ({ ...v, form: requireForm(v.text), name: v.form }))
  const formOf = new Map(forms.map((v) => [makeKey(v), v.form]))
  const kinds = Map.groupBy(forms, (v) => `${v.occasion} ${v.formId}`)
  const cells = [...kinds.values()]
    .flatMap(([newest, ...older]) => (newest ? listCells(newest, [newest, ...older]) : []))
    .slice(0, MOST_COLUMNS)

  async function read(bookingIds: readonly number[]) {
    const given = cells.length > 0 ? await store.listGiven(ctx.db, bookingIds) : []
    const named = given.flatMap((g) => {
      const form = formOf.get(makeKey(g))
      return form ? listNamed(form, g.given) : []
    })
    const names = await answerStore.listNames(ctx.db, [...new Set(named)])
    const rows = new Map<number, Joined['answered']>()
    for (const [id, answers] of Map.groupBy(given, (g) => g.bookingId))
      rows.set(
        id,
        cells.map(({ occasion, formId, field, column }) => {
          const said = answers
            .filter((a) => a.occasion === occasion && a.formId === formId)
            .map((a) => ({ ...a, cell: sayCell(column, field, a, { names, plain: plainText }) }))
            .filter((a) => a.cell !== null)
          // Several samples are listed with their names; a single number stays a number.
          if (said.length < 2) return said[0]?.cell ?? null
          return said.map((a) => `${a.sample ?? ''}：${a.cell}`).join('；')
        }),
      )
    return rows
  }
  async function* joinSome<Row>(rows: readonly Row[], idOf: (row: Row) => number) {
    const answeredOf = await read(rows.map(idOf))
    for (const row of rows) yield { ...row, answered: answeredOf.get(idOf(row)) ?? [] }
  }
  async function* join<Row>(rows: AsyncIterable<Row>, idOf: (row: Row) => number) {
    let some: Row[] = []
    for await (const row of rows) {
      if (some.push(row) < SOME) continue
      yield* joinSome(some, idOf)
      some = []
    }
    yield* joinSome(some, idOf)
  }
  const columns = cells.map((c, i): SheetColumn<Joined> => ({
    header: c.column.header,
    width: 24,
    value: (row) => row.answered[i] ?? null,
  }))
  return { columns, read, join }
}

const makeKey = ({ formId, version }: { formId: number; version: number }): string => `${formId} ${version}`

type Drawn = Omit<store.Version, 'form'> & { name: string; form: ReturnType<typeof requireForm> }
/** Headers name the form, because two forms may have fields with the same title. */
const listCells = ({ occasion, formId, name }: Drawn, versions: Drawn[]): Cell[] =>
  [...listColumns(versions)].map(([field, column]) => ({
    occasion,
    formId,
    field,
    column: { ...column, header: `${name}${occasion === 'samples' ? '（样品）' : ''}：${column.header}` },
  }))
