import { bindingRefusals, type GivenAnswer, type RowAnswer } from '@portal/contract/form/binding'
import { formRefusals } from '@portal/contract/form/form'
import type { Reason } from '@portal/contract/kernel/envelope'
import { listFormColumns } from '@portal/form-kit/form/columns'
import type { Form } from '@portal/form-kit/form/form'
import { readValues } from '@portal/form-kit/values/read'
import type { Ctx } from '../../kernel/ctx.ts'
import { plainText } from '../../kernel/html.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findAsked } from './binding.store.ts'
import * as store from './bound.store.ts'
import { requireForm } from './form.action.ts'
import { findUnkept } from './form.rules.ts'
import { findVersion } from './form.store.ts'
import type { Fields } from './value.rules.ts'
import { listColumns, sayCell, summarize, type Column } from './words.rules.ts'

// Forms that are asked of every row of a list, such as the samples of a booking, as columns. The module that
// owns the rows stores the answers with them.

/** A row whose answer is validated. */
export interface RowGiven {
  /** Left out: unchanged. */
  given: GivenAnswer | null | undefined
  before: RowAnswer | null
}

/** Refuses a form whose fields do not fit into table cells. */
export function requireColumns(field: string, text: string): void {
  const { columns, unfit } = listFormColumns(requireForm(text))
  if (unfit.length === 0 && columns.length > 0) return
  const help = unfit.length > 0 ? `${unfit.join('；')}。` : ''
  const message = `${help}${bindingRefusals.FORM_NO_COLUMNS}`
  throw refuse('FORM_NO_COLUMNS', message, { reasons: [{ code: 'FORM_NO_COLUMNS', message, field }] })
}

/**
 * Validates the answers of all rows, and refuses only after the last. A row without a new answer keeps the
 * old one with its version.
 */
export async function judgeRows(
  ctx: Ctx,
  deviceId: number,
  rows: readonly RowGiven[],
  words: { at: (row: number) => string; name: (row: number) => string },
): Promise<(RowAnswer | null)[]> {
  const asked = await findAsked(ctx.db, deviceId, 'samples')
  if (!asked) return rows.map((r) => r.before)
  if (rows.some(({ given }) => given && (given.formId !== asked.formId || given.version !== asked.version)))
    throw refuse('FORM_VERSION_OLD', formRefusals.FORM_VERSION_OLD, { status: 409, help: asked })
  const form = requireForm((await findVersion(ctx.db, asked.formId, asked.version))?.text ?? '')
  const reasons: Reason[] = []
  const answers = rows.map(({ given, before }, i): RowAnswer | null => {
    if (!given && before?.formId === asked.formId) return before
    const { values, faults } = judgeRow(form, given?.values ?? {})
    for (const { path, title, message } of faults)
      reasons.push({
        code: 'ANSWER_BAD',
        message: `${words.name(i)}：${title && !message.includes(title) ? `${title}：` : ''}${message}`,
        field: `${words.at(i)}.values.${path}`,
      })
    // Nothing was sent and every field is empty: no answer is stored.
    if (!given && summarize(form, values, { names: NOBODY, plain: plainText }) === '') return null
    return { ...asked, values }
  })
  if (reasons.length > 0) throw refuse('ANSWER_BAD', formRefusals.ANSWER_BAD, { reasons })
  return answers
}
const NOBODY: ReadonlyMap<number, string> = new Map()

interface Judged {
  values: Fields
  faults: { path: string; title?: string | undefined; message: string }[]
}
function judgeRow(form: Form, raw: Record<string, unknown>): Judged {
  const { values, faults } = readValues(form, raw)
  const { columns } = listFormColumns(form)
  const findTitle = (path: string) => columns.find((c) => c.field === path)?.title
  if (values) return { values, faults: findUnkept(values).map((f) => ({ ...f, title: findTitle(f.path) })) }
  return { values: {}, faults: faults.map((f) => ({ ...f, title: findTitle(f.path) })) }
}

export interface RowWords {
  columns: string[]
  /** One array per row, in the given order. */
  cells: (string | number | null)[][]
}
/** Answers of rows in words, with a column for each field of the answered versions. */
export async function sayRows(ctx: Ctx, answers: readonly (RowAnswer | null)[]): Promise<RowWords> {
  const answered = answers.filter((a) => a !== null)
  if (answered.length === 0) return { columns: [], cells: answers.map(() => []) }
  const versions = (await store.listVersions(ctx.db, listDistinct(answered), ['samples'])).map((v) => ({
    ...v,
    form: requireForm(v.text),
    name: v.form,
  }))
  const kinds = [...Map.groupBy(versions, (v) => v.formId)]
  const cells = kinds.flatMap(([formId, all]) =>
    [...listColumns(all)].map(([field, column]) => ({ formId, form: all[0]?.name, field, column })),
  )
  return {
    columns: cells.map((c) => (kinds.length > 1 ? `${c.form}：${c.column.header}` : c.column.header)),
    cells: answers.map((a) => cells.map((c) => sayOne(a, c))),
  }
}
const sayOne = (
  answer: RowAnswer | null,
  { formId, field, column }: { formId: number; field: string; column: Column },
) =>
  answer?.formId === formId
    ? sayCell(
        column,
        field,
        // It was validated before it was stored.
        { given: answer.values as Fields, version: answer.version },
        { names: NOBODY, plain: plainText },
      )
    : null

const listDistinct = (answers: readonly RowAnswer[]) =>
  [...new Map(answers.map((a) => [`${a.formId} ${a.version}`, a])).values()].map(({ formId, version }) => ({
    occasion: 'samples' as const,
    formId,
    version,
  }))
