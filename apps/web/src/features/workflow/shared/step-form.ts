import { forgetNames } from '@portal/form-kit/control/forget'
import { mapRules } from '@portal/form-kit/edit/map'
import type { Form, Method, Rule } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'

// A form as one step shows it: without hidden fields, and with only its writable ones.

/** The form without the hidden fields and without their controls over other rules. */
export const hideFields = (form: Form, hidden: readonly string[]): Form =>
  hidden.length === 0 ? form : changeRules(form, (rule) => (isAmong(rule, hidden) ? NOTHING : rule))
const NOTHING: Rule = { type: 'row', children: [] }
const isAmong = ({ field }: Rule, fields: readonly string[]): boolean =>
  field !== undefined && fields.includes(field)

/** Shows only the fields that a step writes. The others keep their values and still count in conditions. */
export function keepWritten(form: Form, writes: readonly string[]): Form {
  const isKept = (rule: Rule): boolean => listRules([rule], '').some((inner) => isAmong(inner.rule, writes))
  const others = new Set(
    listRules(form.rule, '').flatMap(({ rule }) =>
      isKept(rule) ? [] : [rule.field, rule.name].filter((name) => typeof name === 'string'),
    ),
  )
  const changed = changeRules(form, (rule) => {
    const said = forgetNames(rule, others, SHOWS)
    if (!isKept(rule)) return { ...said, display: false, props: { ...said.props, disabled: true } }
    // As on the server: a field that is drawn disabled is open at the step that writes it.
    return isAmong(rule, writes) ? { ...said, props: { ...said.props, disabled: false } } : said
  })
  // The form's own buttons are off, since a step has decision buttons.
  return { ...changed, options: { ...form.options, submitBtn: false, resetBtn: false } }
}

/** The methods removed from controls, so that none shows or enables a field that the step does not write. */
const SHOWS: readonly Method[] = ['display', 'show', 'disabled', 'enabled']

const changeRules = (form: Form, change: (rule: Rule) => Rule): Form => ({
  ...form,
  rule: [...mapRules(form.rule, change, false)],
})
