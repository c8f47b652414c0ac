import { findComponent } from '../components/components.ts'
import type { Rule, ValidateEntry } from '../form/form.ts'
import { isObject } from '../form/scan.ts'
import { words } from '../words.ts'

/** A rule's title for people; form-create also writes it as `{ title }`. Without a title: 此项. */
export function findTitle(rule: Rule): string {
  const { title } = rule
  const text = isObject(title) ? title['title'] : title
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : words.thisItem
}

const asksToChoose = (rule: Rule): boolean => findComponent(rule.type)?.asks === 'choose'

/**
 * The default message of an entry: 请输入 or 请选择 with the title, with 正确的 between them unless the value
 * is missing. The designer fills it into new entries, and the checker uses it for entries without a message.
 */
export function makeMessage(rule: Rule, isMissing: boolean): string {
  const title = findTitle(rule)
  if (isMissing) return asksToChoose(rule) ? words.choose(title) : words.enter(title)
  return asksToChoose(rule) ? words.chooseRight(title) : words.enterRight(title)
}

/** The message that the designer fills into a new entry. */
export const draftMessage = (rule: Rule, entry: ValidateEntry): string =>
  makeMessage(rule, entry.mode === undefined || entry.mode === 'required')

/** An entry's own message, or else the default one. */
export const makeSentence = (rule: Rule, entry: ValidateEntry, isMissing: boolean): string =>
  typeof entry.message === 'string' && entry.message !== '' ? entry.message : makeMessage(rule, isMissing)
