import type { Json, Rule } from '@portal/form-kit/form/form'
import type { Option } from '@portal/form-kit/options/options'
import { settingsOf } from '../settings.ts'
import { findByKey, keyOf, listOf } from './options.ts'

/** The options along a path, as far as it leads. */
export function followPath(options: Option[], path: readonly Json[]): Option[] {
  const [step, ...rest] = path
  const option = step === undefined ? undefined : findByKey(options, keyOf(step))
  return option ? [option, ...followPath(option.children, rest)] : []
}
export const asksForPaths = (rule: Rule): boolean => {
  const { is, object } = settingsOf(rule)
  return is('multiple') || object('props')['multiple'] === true
}
export const pathsOf = (rule: Rule, value: Json): Json[][] =>
  asksForPaths(rule) ? listOf(value).map(listOf) : value === null ? [] : [listOf(value)]
