import { draftMessage } from '@portal/form-kit/check/title'
import { draftType } from '@portal/form-kit/check/check'
import type { Mode, Rule, ValidateEntry, ValueType } from '@portal/form-kit/form/form'
import { modes } from '@portal/form-kit/form/form'

// What was generated follows the rule: a message its title and the mode, a type the settings that make the
// value a list. What the designer wrote or chose stays.

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

/** The rule with the generated types of its checks updated after a change of a setting, such as 多选. */
export function retypeDrafted(before: Rule, after: Rule): Rule {
  const [was, type] = [draftType(before), draftType(after)]
  if (was === type || !after.validate?.some((entry) => entry.type === was)) return after
  const validate = after.validate.map((entry) => (entry.type === was ? setType(entry, type) : entry))
  return { ...after, validate }
}

/** The entry with this type; without one it checks values of any type. */
export function setType(entry: ValidateEntry, type: ValueType | undefined): ValidateEntry {
  const { type: _old, ...rest } = entry
  return type ? { type, ...rest } : rest
}

/** A new check: required, on change, with a generated message. */
export function draftEntry(rule: Rule): ValidateEntry {
  const drafted: ValidateEntry = { trigger: 'change', mode: 'required', required: true }
  const entry = setType(drafted, draftType(rule))
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
