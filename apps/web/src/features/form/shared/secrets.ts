import { findComponent } from '@portal/form-kit/components/components'
import type { Form } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import { chooseInputType } from './settings.ts'
import type { Fields } from './view-context.ts'

/** Fields that a draft must not contain. */
const listSecrets = (form: Form): Set<string> =>
  new Set(
    listRules(form.rule, '').flatMap(({ rule }) =>
      findComponent(rule.type)?.kind === 'input' && chooseInputType(rule) === 'password' && rule.field
        ? [rule.field]
        : [],
    ),
  )

/** The values without passwords, for a draft. */
export function dropSecrets(form: Form, values: Fields): Fields {
  const secrets = listSecrets(form)
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.has(field)))
}
