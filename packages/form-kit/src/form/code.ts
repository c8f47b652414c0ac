import { words } from '../words.ts'
import type { Json } from './form.ts'
import type { Findings } from './judge.ts'
import { isObject, pathTo } from './scan.ts'

// form-create writes functions as text and evaluates that text again. Here it stays text, and a note tells
// the designer so.

const CODE = /^\s*(?:\$(?:FN|FNX|EXEC|GLOBAL):|\[\[FORM-CREATE-PREFIX-|function\s*[\w$]*\s*\()/
/** The path of a parse function, which is code on purpose; the renderer runs it in a sandbox. */
const PARSER = /(?:^|[\].])(?:effect\.)?fetch\.(?:_parse|parse)$/

/** Whether form-create would turn a text into a function. */
export const isCode = (text: string): boolean => CODE.test(text)

/** Notes every text under `value` that form-create would run. The caller has bounded the depth. */
export function noteCode(value: Json, path: string, findings: Findings): void {
  if (typeof value === 'string') {
    if (isCode(value) && !PARSER.test(path)) findings.note(path, words.code)
  } else if (Array.isArray(value)) value.forEach((item, i) => noteCode(item, pathTo(path, i), findings))
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) noteCode(item as Json, pathTo(path, key), findings)
}
