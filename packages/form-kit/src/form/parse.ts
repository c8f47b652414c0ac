import { words } from '../words.ts'
import type { Fault, Form, FormOptions, Json, JsonObject, Note, RuleItem } from './form.ts'
import { noteCode } from './code.ts'
import { judgeScope, Findings } from './judge.ts'
import { copyPlain, isObject, pathTo, readJson } from './scan.ts'

/** The result of parsing: a form, or the faults why it is refused. `notes` list parts that have no effect. */
export type Verdict =
  | { form: Form; faults: readonly []; notes: Note[] }
  | { form: null; faults: Fault[]; notes: Note[] }

/**
 * Reads a form: `{ rule, options }` or an array of rules, as JSON text or as a parsed value.
 *
 * @param json JSON text, or a value of plain objects, arrays, texts, numbers and booleans.
 * @param options `forSaving`: also refuses two options of one value, which stored forms may have.
 * @returns The form, which shares nothing with `json`, or at most 100 faults with a path and a Chinese
 *   sentence. Never throws, never runs code from the form, and takes time linear in the length.
 */
export function parseForm(json: unknown, { forSaving = false } = {}): Verdict {
  const read = typeof json === 'string' ? readJson(json) : { value: json }
  if ('fault' in read) return refuse([read.fault])
  const copied = copyPlain(read.value)
  if ('fault' in copied) return refuse([copied.fault])
  const form = shapeForm(copied.value)
  if ('path' in form) return refuse([form])
  const findings = new Findings(forSaving)
  judgeOptions(form.options, findings)
  judgeScope(form.rule, form.bare ? '' : 'rule', findings)
  noteCode(form.rule as Json, form.bare ? '' : 'rule', findings)
  noteCode(form.options as JsonObject, 'options', findings)
  return findings.faults.length > 0
    ? { form: null, faults: findings.faults, notes: findings.notes }
    : { form, faults: [], notes: findings.notes }
}

const refuse = (faults: Fault[]): Verdict => ({ form: null, faults, notes: [] })

function shapeForm(value: Json): Form | Fault {
  if (Array.isArray(value)) return { rule: value as unknown as RuleItem[], options: {}, more: {}, bare: true }
  if (!isObject(value) || !Array.isArray(value['rule'])) return { path: '', message: words.notForm }
  const { rule, options = {}, ...more } = value as JsonObject & { rule: Json[] }
  if (!isObject(options)) return { path: 'options', message: words.notObject }
  return { rule: rule as unknown as RuleItem[], options: options as FormOptions, more, bare: false }
}

function judgeOptions(options: FormOptions, findings: Findings): void {
  if (options.form !== undefined && !isObject(options.form)) findings.refuse('options.form', words.notObject)
  for (const key of ['submitBtn', 'resetBtn'] as const) {
    const button = options[key]
    if (button !== undefined && typeof button !== 'boolean' && !isObject(button))
      findings.refuse(pathTo('options', key), words.notSwitch)
  }
}

/**
 * Writes a form as it was read: an array if it was one and still has no options. Unknown keys are kept.
 *
 * @param indent Spaces per level; 0 writes one line.
 */
export function writeForm(form: Form, indent = 0): string {
  const { rule, options, more, bare } = form
  return bare && Object.keys(options).length === 0
    ? JSON.stringify(rule, null, indent)
    : JSON.stringify({ rule, options, ...more }, null, indent)
}
