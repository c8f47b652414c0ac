import { findTitle } from '@portal/form-kit/check/title'
import { findAsking, isPair } from '@portal/form-kit/components/components'
import type { Form, Rule } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'

/** A field of the bound form that conditions and actors may name. */
export interface FormField {
  field: string
  title: string
  /** Whether its value is people. */
  people: boolean
  /** Whether its value is a single day, with or without a time. */
  day: boolean
  /** Whether its value is a single number. */
  number?: boolean
}

const DAY_TYPES: readonly unknown[] = [undefined, 'date', 'datetime']
const isDay = ({ props }: Rule): boolean =>
  DAY_TYPES.includes(props?.['type']) && props?.['multiple'] !== true

/** Whether a rule asks for a single number. */
export function asksNumber(rule: Rule): boolean {
  const component = findAsking(rule)
  return component?.value === 'number' && !isPair(component, rule.props ?? {})
}

/** The fields of a form, without those in rows of a group: a condition does not know which row to read. */
export const listFields = (form: Form): FormField[] =>
  listRules(form.rule, '').flatMap(({ rule }) => {
    const component = findAsking(rule)
    if (!component || !rule.field) return []
    const { value } = component
    const kind = {
      people: value === 'person',
      day: value === 'date' && isDay(rule),
      number: asksNumber(rule),
    }
    return [{ field: rule.field, title: findTitle(rule), ...kind }]
  })
