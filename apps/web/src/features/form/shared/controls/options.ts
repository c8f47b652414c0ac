import type { Json } from '@portal/form-kit/form/form'
import type { Option } from '@portal/form-kit/options/options'

// Controls identify options by a text key, since a value may be a number, a text or an object.

/** The key of a value. The number 1 and the text '1' share a key, since text boxes give text for numbers. */
export const makeKey = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
/** All options in one list, parents before children. */
export const flattenOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children)])
export const findByKey = (options: readonly Option[], key: string): Option | undefined =>
  options.find((o) => makeKey(o.value) === key)

/** A value as a list. */
export const listValues = (value: Json): Json[] =>
  Array.isArray(value) ? value : value === null ? [] : [value]
/** A list as a value; an empty list is `null`. */
export const valueOfList = (list: Json[]): Json => (list.length > 0 ? list : null)
