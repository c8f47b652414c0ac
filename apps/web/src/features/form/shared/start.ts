import { findAsking } from '@portal/form-kit/components/components'
import type { Values } from '@portal/form-kit/control/show'
import type { Form, Json, RuleItem } from '@portal/form-kit/form/form'
import { listRules, findRowRules } from '@portal/form-kit/form/inner'
import { isObject } from '@portal/form-kit/form/scan'
import { listDefaults } from '@portal/form-kit/values/defaults'
import { listEmptied } from '@portal/form-kit/values/read'
import type { Fields } from './view-context.ts'

/**
 * A form's initial values: its defaults, overridden by the given ones. Given fields that the form does not
 * have are dropped: a draft may be older than the form, and the server would refuse the whole answer.
 *
 * @param before An earlier answer to the form: what it left empty does not begin with a default.
 */
export function startValues(form: Form, given: Values = {}, before?: Values): Fields {
  const emptied = before && listEmptied(form, before)
  const defaults = Object.entries(listDefaults(form)).filter(([field]) => !emptied?.has(field))
  return { ...Object.fromEntries(defaults), ...keepAsked(form.rule, given) }
}

function keepAsked(items: RuleItem[], given: Values): Fields {
  const kept: Fields = {}
  for (const { rule } of listRules(items, '')) {
    const { field } = rule
    if (!field || !findAsking(rule) || !Object.hasOwn(given, field)) continue
    const value = given[field]
    const row = findRowRules(rule)
    if (value === undefined) continue
    kept[field] =
      row === null || row.single
        ? value
        : Array.isArray(value)
          ? value.map((one) => keepRow(row.rules, one))
          : keepRow(row.rules, value)
  }
  return kept
}
const keepRow = (items: RuleItem[], row: Json): Json =>
  isObject(row) ? keepAsked(items, row as Fields) : row
