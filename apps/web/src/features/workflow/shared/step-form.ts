import { forgetNames } from '@portal/form-kit/control/forget'
import { mapRules } from '@portal/form-kit/edit/map'
import type { Form, Method, Rule } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'

// A form as one step has it: what is hidden there, and what is written there.

/** Without what somebody is not shown; what depended on it has nothing to depend on. */
export const hideFields = (form: Form, hidden: readonly string[]): Form =>
  hidden.length === 0 ? form : changeRules(form, (rule) => (isAmong(rule, hidden) ? NOTHING : rule))
const NOTHING: Rule = { type: 'row', children: [] }
const isAmong = ({ field }: Rule, fields: readonly string[]): boolean =>
  field !== undefined && fields.includes(field)

/** Only what a step writes is there to be seen; all else keeps what it had, and counts in conditions. */
export function keepWritten(form: Form, writes: readonly string[]): Form {
  const isKept = (rule: Rule): boolean => listRules([rule], '').some((inner) => isAmong(inner.rule, writes))
  const others = new Set(
    listRules(form.rule, '').flatMap(({ rule }) =>
      isKept(rule) ? [] : [rule.field, rule.name].filter((name) => typeof name === 'string'),
    ),
  )
  const changed = changeRules(form, (rule) => {
    const said = forgetNames(rule, others, SHOWS)
    return isKept(rule) ? said : { ...said, display: false, props: { ...said.props, disabled: true } }
  })
  // The buttons of a step are its answers.
  return { ...changed, options: { ...form.options, submitBtn: false, resetBtn: false } }
}

/** Whoever starts has to be able to send it: the button is there, with the form's own words if it has any. */
export function keepSubmit(form: Form): Form {
  const { submitBtn } = form.options
  if (submitBtn === undefined || submitBtn === true) return form
  return {
    ...form,
    options: {
      ...form.options,
      submitBtn: typeof submitBtn === 'object' ? { ...submitBtn, show: true } : true,
    },
  }
}

/** Nothing shows or opens again what a step does not write. */
const SHOWS: readonly Method[] = ['display', 'show', 'disabled', 'enabled']

const changeRules = (form: Form, change: (rule: Rule) => Rule): Form => ({
  ...form,
  rule: [...mapRules(form.rule, change, false)],
})
