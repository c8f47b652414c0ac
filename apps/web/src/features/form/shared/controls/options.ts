import type { Json } from '@portal/form-kit/form/form'
import type { Option } from '@portal/form-kit/options/options'

// Controls tell options apart by a text, since a value may be a number, a text or an object.

/** The text by which a value is told from others. A box gives text where an option has a number: they are one. */
export const makeKey = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
/** All of them in one list, parents before what is in them. */
export const flattenOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children)])
export const findByKey = (options: readonly Option[], key: string): Option | undefined =>
  options.find((o) => makeKey(o.value) === key)

/** What a value holds, as a list. */
export const listValues = (value: Json): Json[] =>
  Array.isArray(value) ? value : value === null ? [] : [value]
/** A list as a value: none is nothing. */
export const valueOfList = (list: Json[]): Json => (list.length > 0 ? list : null)
