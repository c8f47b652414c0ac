import { findTitle } from '@portal/form-kit/check/title'
import { findAsking } from '@portal/form-kit/components/components'
import type { Form } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import { asksNumber } from '@portal/process-kit/judge/fields'
import { listChoices, type Choice } from '../../form/shared/conditions.ts'

/** A field of the bound form, as the panels offer it. */
export interface KnownField {
  field: string
  title: string
  /** Whether its value is people. */
  people: boolean
  /** Whether its value is a single number. */
  number?: boolean
  choices: Choice[]
}

/** The fields that process-kit's judge knows, with their possible values. */
export const listKnownFields = (form: Form): KnownField[] =>
  listRules(form.rule, '').flatMap(({ rule }) => {
    const component = findAsking(rule)
    if (!component || !rule.field) return []
    const kind = { people: component.value === 'person', number: asksNumber(rule) }
    return [{ field: rule.field, title: findTitle(rule), ...kind, choices: listChoices(rule) }]
  })
