import type { Json } from '@portal/form-kit/form/form'
import { copyPlain, readJson } from '@portal/form-kit/form/scan'

/** Why a text is refused, and at which position. */
export interface Refused {
  message: string
  /** Characters from the beginning of the text; missing if the whole text is meant. */
  offset?: number
}

/**
 * Reads the text of the structured editor. Empty text gives `undefined`.
 *
 * @returns The value, or 输入内容格式有误 with the line and the column.
 */
export function readStructured(text: string): { value: Json | undefined } | Refused {
  if (text.trim() === '') return { value: undefined }
  const read = readJson(text)
  if ('fault' in read) return tell(text)
  const copied = copyPlain(read.value)
  return 'fault' in copied ? { message: `输入内容格式有误：${copied.fault.message}` } : copied
}

function tell(text: string): Refused {
  const offset = findFault(text)
  if (offset === null) return { message: '输入内容格式有误：内容过大或嵌套过深' }
  const before = text.slice(0, offset).split('\n')
  const column = (before.at(-1) ?? '').length + 1
  return { message: `输入内容格式有误：第 ${before.length} 行第 ${column} 列`, offset }
}

/** The offset of the first syntax error; browsers give it in different words, or not at all. */
export function findFault(text: string): number | null {
  // A JSON string holds all characters from the space on, except quotes and backslashes, which are escaped.
  const TOKEN =
    /\s*(?:([[\]{},:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y
  const open: string[] = []
  // What may come next: a value, a key, a colon, a comma or an end.
  let wants: 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'next' = 'value'
  for (let at = 0; ;) {
    TOKEN.lastIndex = at
    const rest = /\S/.exec(text.slice(at))
    const here = rest ? at + rest.index : text.length
    if (!rest) return open.length === 0 && wants === 'next' ? null : here
    const found = TOKEN.exec(text)
    if (!found) return here
    const [, mark, string] = found
    const isValue = mark === undefined
    if (wants === 'next') {
      if (mark === ',' && open.length > 0) wants = open.at(-1) === '{' ? 'key' : 'value'
      else if ((mark === '}' && open.at(-1) === '{') || (mark === ']' && open.at(-1) === '[')) open.pop()
      else return here
    } else if (wants === 'colon') {
      if (mark !== ':') return here
      wants = 'value'
    } else if (wants === 'key' || wants === 'firstKey') {
      if (mark === '}' && wants === 'firstKey') {
        open.pop()
        wants = 'next'
      } else if (string !== undefined) wants = 'colon'
      else return here
    } else if (isValue) wants = 'next'
    else if (mark === '{' || mark === '[') {
      open.push(mark)
      wants = mark === '{' ? 'firstKey' : 'first'
    } else if (mark === ']' && wants === 'first') {
      open.pop()
      wants = 'next'
    } else return here
    at = TOKEN.lastIndex
  }
}
