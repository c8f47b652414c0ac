import { findComponent } from '@portal/form-kit/components/components'
import type { Condition, Json, Rule } from '@portal/form-kit/form/form'
import { findOptionSource, flattenOptions } from '@portal/form-kit/options/options'

// Conditions on a field, as designers enter them in a form's controls and on the flows of a process.

export const conditionWords: Record<Condition, string> = {
  '==': '等于',
  '!=': '不等于',
  '<>': '不等于（<>）',
  '>': '大于',
  '>=': '大于等于',
  '<': '小于',
  '<=': '小于等于',
  in: '是其中之一',
  notIn: '不在其中',
  on: '包含',
  notOn: '不包含',
  between: '介于（不含两端）',
  notBetween: '不介于',
  empty: '未填写',
  notEmpty: '已填写',
  pattern: '符合正则表达式',
}
/** Conditions that compare with several values. */
export const SEVERAL: readonly Condition[] = ['in', 'notIn', 'between', 'notBetween']
/** Conditions that compare with no value. */
export const WITHOUT: readonly Condition[] = ['empty', 'notEmpty']

/** The value to keep when another condition is chosen; `undefined` if that one takes no value. */
export function keepValue(condition: Condition, value: Json | undefined): Json | undefined {
  if (WITHOUT.includes(condition)) return undefined
  const many = SEVERAL.includes(condition)
  const kept = Array.isArray(value) === many ? value : many ? [value ?? ''].filter((v) => v !== '') : ''
  return kept ?? ''
}

export interface Choice {
  text: string
  label: string
  value: Json
}
/** The possible values of a field, if they are known; of a tree the nodes of all levels. */
export function listChoices(rule: Rule): Choice[] {
  const { activeValue = true, inactiveValue = false } = rule.props ?? {}
  if (findComponent(rule.type)?.kind === 'switch')
    return [
      { text: formatValue(activeValue), label: '开启', value: activeValue },
      { text: formatValue(inactiveValue), label: '关闭', value: inactiveValue },
    ]
  const source = findOptionSource(rule)
  if (!source || source.kind === 'interface' || findComponent(rule.type)?.value === 'path') return []
  return flattenOptions(source.options).map(({ value, label }) => ({
    text: formatValue(value),
    label,
    value,
  }))
}
export const findValue = (choices: readonly Choice[], text: string): Json =>
  choices.find((choice) => choice.text === text)?.value ?? parseValue(text)

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/

/** Parses a typed value: as a number if it is one, so that the number 1 stays a number. */
export const parseValue = (text: string): Json => {
  const typed = text.trim()
  return NUMBER.test(typed) && String(Number(typed)) === typed ? Number(typed) : typed
}
/** Formats a value for typing. */
export const formatValue = (value: Json | undefined): string =>
  value == null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
