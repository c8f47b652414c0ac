import type { ValidateEntry } from '../form/form.ts'
import { isOfType, parseNumber } from './types.ts'

// Checks of form-create's newer designer, which our designer does not offer. They are run so that an imported
// form keeps its checks.

const PHONE = /^1[3-9]\d{9}$/
const IP4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const isIp = (text: string): boolean =>
  IP4.test(text) || (text.includes(':') && URL.canParse(`http://[${text}]/`))

/** Checks that an entry turns on with `true`. */
const marks: Record<string, (value: unknown) => boolean> = {
  email: (v) => isOfType('email', v),
  url: (v) => isOfType('url', v),
  number: (v) => isOfType('number', v),
  integer: (v) => isOfType('integer', v),
  positive: (v) => parseNumber(v) > 0,
  negative: (v) => parseNumber(v) < 0,
  phone: (v) => PHONE.test(String(v)),
  ip: (v) => typeof v === 'string' && v.length <= 45 && isIp(v),
  uppercase: (v) => typeof v === 'string' && v === v.toUpperCase(),
  lowercase: (v) => typeof v === 'string' && v === v.toLowerCase(),
}
/** Checks of a text's or a list's length; the entry's `type` is ignored. */
const lengths: Record<string, (length: number, bound: number) => boolean> = {
  minLen: (length, bound) => length >= bound,
  maxLen: (length, bound) => length <= bound,
}

/** The keys of an entry that this file checks; `enum` lists the allowed values. */
export const markKeys: readonly string[] = [...Object.keys(marks), ...Object.keys(lengths), 'enum']

/** Whether a value fails one of the checks that an entry turns on. The caller excludes missing values. */
export function failsMarks(entry: ValidateEntry, value: unknown): boolean {
  const length =
    typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Number.NaN
  return Object.keys(entry).some((key) => {
    const said = entry[key]
    if (Object.hasOwn(marks, key)) return said === true && marks[key]?.(value) === false
    if (Object.hasOwn(lengths, key)) return typeof said === 'number' && lengths[key]?.(length, said) === false
    return key === 'enum' && Array.isArray(said) && !said.includes(value)
  })
}
