import { findTitle } from '../check/title.ts'
import { findAsking, isMany, isPair } from '../components/components.ts'
import { findOptionSource } from '../options/options.ts'
import { words } from '../words.ts'
import type { Form, Rule } from './form.ts'
import { listRules } from './inner.ts'

// A form whose fields are columns of a table, one cell each. The form checks every row that people paste from
// a spreadsheet.

export interface FormColumns {
  /** The fields that a cell can hold, in the order of the form. */
  columns: { rule: Rule; field: string; title: string }[]
  /** Sentences that say which fields cannot be a column, and why. */
  unfit: string[]
}

export function listFormColumns(form: Form): FormColumns {
  const columns: FormColumns['columns'] = []
  const unfit: string[] = []
  for (const { rule } of listRules(form.rule, '')) {
    const asking = findAsking(rule)
    // Hidden fields (`any`) are filled by the form itself, so they are no columns.
    if (!asking || asking.value === 'any' || !rule.field) continue
    const why = findUnfit(rule)
    if (why) unfit.push(words.noColumn(findTitle(rule), why))
    else columns.push({ rule, field: rule.field, title: findTitle(rule) })
  }
  return { columns, unfit }
}

const reasons: Partial<Record<string, string>> = words.unfit
function findUnfit(rule: Rule): string | null {
  const asking = findAsking(rule)
  const props = rule.props ?? {}
  switch (asking?.value) {
    case 'text':
    case 'colour':
    case 'boolean':
      return null
    case 'number':
    case 'date':
    case 'time':
      if (isPair(asking, props)) return words.unfit.pair
      return isMany(asking, props) ? words.unfit.many : null
    case 'choice':
    case 'choices':
      return findOptionSource(rule)?.kind === 'interface' ? words.unfit.interface : null
    default:
      return reasons[asking?.value ?? 'any'] ?? words.unfit.any
  }
}
