import { findComponent } from '@portal/form-kit/components/components'
import type { Form } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import { chooseInputType } from './settings.ts'
import type { Fields } from './view-context.ts'

/** Fields that are not to be read in a draft afterwards. */
const listSecrets = (form: Form): Set<string> =>
  new Set(
    listRules(form.rule, '').flatMap(({ rule }) =>
      findComponent(rule.type)?.kind === 'input' && chooseInputType(rule) === 'password' && rule.field
        ? [rule.field]
        : [],
    ),
  )

/** What a draft may keep of values: all but passwords. */
export function dropSecrets(form: Form, values: Fields): Fields {
  const secrets = listSecrets(form)
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.has(field)))
}
