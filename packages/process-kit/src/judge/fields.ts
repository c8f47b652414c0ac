import { findTitle } from '@portal/form-kit/check/title'
import { findAsking } from '@portal/form-kit/components/components'
import type { Form, Rule } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'

/** A field of the bound form, as conditions and actors may name it. */
export interface FormField {
  field: string
  title: string
  /** Its value names people. */
  people: boolean
  /** Its value is one day, with a time or without. */
  day: boolean
}

const DAY_TYPES: readonly unknown[] = [undefined, 'date', 'datetime']
const isDay = ({ props }: Rule): boolean =>
  DAY_TYPES.includes(props?.['type']) && props?.['multiple'] !== true

/** The fields of a form. Those in rows of a group are not the form's: a condition has no row to ask. */
export const listFields = (form: Form): FormField[] =>
  listRules(form.rule, '').flatMap(({ rule }) => {
    const component = findAsking(rule)
    if (!component || !rule.field) return []
    const { value } = component
    const people = value === 'person'
    return [{ field: rule.field, title: findTitle(rule), people, day: value === 'date' && isDay(rule) }]
  })
