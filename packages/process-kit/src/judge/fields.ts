import { findTitle } from '@portal/form-kit/check/title'
import { findAsking } from '@portal/form-kit/components/components'
import type { Form } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'

/** A field of the bound form, as conditions and actors may name it. */
export interface FormField {
  field: string
  title: string
  /** Its value names people. */
  people: boolean
}

/** The fields of a form. Those in rows of a group are not the form's: a condition has no row to ask. */
export const listFields = (form: Form): FormField[] =>
  listRules(form.rule, '').flatMap(({ rule }) => {
    const component = findAsking(rule)
    return component && rule.field
      ? [{ field: rule.field, title: findTitle(rule), people: component.value === 'person' }]
      : []
  })
