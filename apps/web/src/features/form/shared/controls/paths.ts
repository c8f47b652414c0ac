import type { Json, Rule } from '@portal/form-kit/form/form'
import type { Option } from '@portal/form-kit/options/options'
import { readSettings } from '../settings.ts'
import { findByKey, makeKey, listValues } from './options.ts'

/** The options along a path, up to the first value without an option. */
export function followPath(options: Option[], path: readonly Json[]): Option[] {
  const [step, ...rest] = path
  const option = step === undefined ? undefined : findByKey(options, makeKey(step))
  return option ? [option, ...followPath(option.children, rest)] : []
}
export const asksForPaths = (rule: Rule): boolean => {
  const { is, object } = readSettings(rule)
  return is('multiple') || object('props')['multiple'] === true
}
export const listPaths = (rule: Rule, value: Json): Json[][] =>
  asksForPaths(rule) ? listValues(value).map(listValues) : value === null ? [] : [listValues(value)]
