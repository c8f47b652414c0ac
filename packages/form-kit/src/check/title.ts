import { findComponent } from '../components/components.ts'
import type { Rule, ValidateEntry } from '../form/form.ts'
import { isObject } from '../form/scan.ts'
import { words } from '../words.ts'

/** What people call a rule: its title, which form-create also writes as `{ title }`, or 此项. */
export function findTitle(rule: Rule): string {
  const { title } = rule
  const text = isObject(title) ? title['title'] : title
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : words.thisItem
}

const asksToChoose = (rule: Rule): boolean => findComponent(rule.type)?.asks === 'choose'

/**
 * The sentence of an entry that has none: 请输入 or 请选择 with the title, and 正确的 between them for
 * everything but a missing value. The designer fills it in, and the checker says it.
 */
export function makeMessage(rule: Rule, isMissing: boolean): string {
  const title = findTitle(rule)
  if (isMissing) return asksToChoose(rule) ? words.choose(title) : words.enter(title)
  return asksToChoose(rule) ? words.chooseRight(title) : words.enterRight(title)
}

/** The sentence that a new entry of the designer begins with. */
export const draftMessage = (rule: Rule, entry: ValidateEntry): string =>
  makeMessage(rule, entry.mode === undefined || entry.mode === 'required')

/** An entry's own sentence, or the drafted one. */
export const makeSentence = (rule: Rule, entry: ValidateEntry, isMissing: boolean): string =>
  typeof entry.message === 'string' && entry.message !== '' ? entry.message : makeMessage(rule, isMissing)
