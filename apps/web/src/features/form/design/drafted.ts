import { draftMessage } from '@portal/form-kit/check/title'
import { draftType } from '@portal/form-kit/check/check'
import type { Mode, Rule, ValidateEntry } from '@portal/form-kit/form/form'
import { modes } from '@portal/form-kit/form/form'

// A generated message follows changes of title and mode; a message that the designer wrote stays.

const isDrafted = (rule: Rule, entry: ValidateEntry): boolean =>
  !entry.message || entry.message === draftMessage(rule, entry)

/** The rule with its generated messages updated after a change of title. */
export function findDrafted(before: Rule, after: Rule): Rule {
  if (!before.validate?.some((entry) => entry.message && isDrafted(before, entry))) return after
  const validate = before.validate.map((entry) =>
    entry.message && isDrafted(before, entry) ? { ...entry, message: draftMessage(after, entry) } : entry,
  )
  return { ...after, validate }
}

/** A new check: required, on change, with a generated message. */
export function draftEntry(rule: Rule): ValidateEntry {
  const entry: ValidateEntry = { type: draftType(rule), trigger: 'change', mode: 'required', required: true }
  return { ...entry, message: draftMessage(rule, entry) }
}

/** The entry with another mode; keys of the old mode are removed. */
export function changeMode(rule: Rule, entry: ValidateEntry, mode: Mode): ValidateEntry {
  const kept = Object.fromEntries(
    Object.entries(entry).filter(([key]) => !(modes as readonly string[]).includes(key)),
  )
  const changed: ValidateEntry = { ...kept, mode, ...(mode === 'required' ? { required: true } : {}) }
  return isDrafted(rule, entry) ? { ...changed, message: draftMessage(rule, changed) } : changed
}
