import type { BindingRow } from '@portal/contract/form/binding'
import type { FormRow } from '@portal/contract/form/form'
import type { Binding } from './binding.store.ts'
import type { Form, Revision } from './form.store.ts'
import type { Answer } from './answer.store.ts'
import { listActions, type Standing } from './form.rules.ts'

export const showRow = (
  form: Form,
  standing: Standing,
): Omit<FormRow, 'changedAt'> & { changedAt: Date } => ({
  id: form.id,
  name: form.name,
  category: form.category,
  description: form.description,
  state: form.state,
  owner: { id: form.ownerId, name: form.owner },
  revision: form.revision,
  version: form.version,
  hasChanges: form.hasChanges,
  answers: form.answers,
  changedAt: form.changedAt,
  changedBy: { id: form.changedById, name: form.changedBy },
  can: listActions(form, standing),
})

export const showRevision = ({ byId, by, ...revision }: Revision) => ({
  ...revision,
  by: { id: byId, name: by },
})

export const showAnswer = ({ id, formId, form, version, userId, by, at, summary }: Answer) => ({
  id,
  form: { id: formId, name: form },
  version,
  by: { id: userId, name: by },
  at,
  summary,
})

/**
 * The rows must have the device's binding before that of its lab: the first of an occasion is the one that
 * counts.
 */
export const showBindings = (bindings: readonly Binding[]) =>
  bindings.map((b, i) => ({
    id: b.id,
    ofDevice: b.deviceId !== null,
    occasion: b.occasion,
    form:
      b.formId === null || b.formState === null
        ? null
        : { id: b.formId, name: b.form ?? '', state: b.formState },
    counts: bindings.findIndex((o) => o.occasion === b.occasion) === i && b.formState !== 'retired',
    by: { id: b.byId, name: b.by },
    at: b.at,
    can: listBindingActions(b),
  }))
const listBindingActions = ({ formState }: Binding): BindingRow['can'] =>
  formState === 'published' ? ['preview', 'remove'] : ['remove']
