import { words } from '../words.ts'
import type { Json } from './form.ts'
import type { Findings } from './judge.ts'
import { isObject, pathTo } from './scan.ts'

// form-create writes functions as text and makes functions of it again. Here they stay text, and people are
// told.

const CODE = /^\s*(?:\$(?:FN|FNX|EXEC|GLOBAL):|\[\[FORM-CREATE-PREFIX-|function\s*[\w$]*\s*\()/
/** How an answer is read is code by intention; whoever runs it does so where it reaches nothing. */
const PARSER = /(?:^|[\].])(?:effect\.)?fetch\.(?:_parse|parse)$/

/** Whether a text is what form-create would turn into a function. */
export const isCode = (text: string): boolean => CODE.test(text)

/** Tells of every text under `value` that form-create would run. The depth is bounded by then. */
export function noteCode(value: Json, path: string, findings: Findings): void {
  if (typeof value === 'string') {
    if (isCode(value) && !PARSER.test(path)) findings.note(path, words.code)
  } else if (Array.isArray(value)) value.forEach((item, i) => noteCode(item, pathTo(path, i), findings))
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) noteCode(item as Json, pathTo(path, key), findings)
}
