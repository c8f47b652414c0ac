import { occasions, type Occasion } from '@portal/contract/form/binding'
import type { Ctx } from '../../kernel/ctx.ts'
import { plainText } from '../../kernel/html.ts'
import { listNamed } from './answer.action.ts'
import * as answerStore from './answer.store.ts'
import * as store from './bound.store.ts'
import { requireForm } from './form.action.ts'
import { listColumns, sayCell, type Column } from './words.rules.ts'

// What was answered of bookings, as columns of their lists' files.

/** A version of a form that was answered of some booking, on an occasion. */
export type Answered = Pick<store.Version, 'occasion' | 'formId' | 'version'>

interface Cell {
  occasion: Occasion
  formId: number
  field: string
  column: Column
}
export interface AnswerSheet {
  headers: string[]
  /** By booking: a cell for each header. A booking that answered nothing is not there. */
  read: (bookingIds: readonly number[]) => Promise<Map<number, (string | number | null)[]>>
}

/** A sheet has no room for more. */
const MOST_COLUMNS = 1000

/** Columns for the fields of these forms: of each its newest version's, then what only older ones asked. */
export async function readSheet(ctx: Ctx, answered: readonly Answered[]): Promise<AnswerSheet> {
  const versions = answered.length > 0 ? await store.listVersions(ctx.db, answered, occasions) : []
  const forms = versions.map((v) => ({ ...v, form: requireForm(v.text), name: v.form }))
  const formOf = new Map(forms.map((v) => [keyOf(v), v.form]))
  const kinds = Map.groupBy(forms, (v) => `${v.occasion} ${v.formId}`)
  const cells = [...kinds.values()]
    .flatMap(([newest, ...older]) => (newest ? listCells(newest, [newest, ...older]) : []))
    .slice(0, MOST_COLUMNS)

  async function read(bookingIds: readonly number[]) {
    const given = cells.length > 0 ? await store.listGiven(ctx.db, bookingIds) : []
    const named = given.flatMap((g) => {
      const form = formOf.get(keyOf(g))
      return form ? listNamed(form, g.given) : []
    })
    const names = await answerStore.listNames(ctx.db, [...new Set(named)])
    const rows = new Map<number, (string | number | null)[]>()
    for (const [id, answers] of Map.groupBy(given, (g) => g.bookingId))
      rows.set(
        id,
        cells.map(({ occasion, formId, field, column }) => {
          const answer = answers.find((a) => a.occasion === occasion && a.formId === formId)
          return answer ? sayCell(column, field, answer, { names, plain: plainText }) : null
        }),
      )
    return rows
  }
  return { headers: cells.map((c) => c.column.header), read }
}

const keyOf = ({ formId, version }: { formId: number; version: number }): string => `${formId} ${version}`

type Drawn = Omit<store.Version, 'form'> & { name: string; form: ReturnType<typeof requireForm> }
/** Fields are told apart by their forms: two may ask the same. */
const listCells = ({ occasion, formId, name }: Drawn, versions: Drawn[]): Cell[] =>
  [...listColumns(versions)].map(([field, column]) => ({
    occasion,
    formId,
    field,
    column: { ...column, header: `${name}：${column.header}` },
  }))
