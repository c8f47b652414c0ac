import type { Component } from '../components/component.ts'
import { gridSettings } from '../components/component.ts'
import { findComponent } from '../components/components.ts'
import { words } from '../words.ts'
import type { Fault, Note, Rule, RuleItem } from './form.ts'
import { isRule, listRules, findRowRules } from './inner.ts'
import { judgeControls, judgeOptionValues, judgeValidate } from './judge-parts.ts'
import { limits } from './limits.ts'
import { isObject, pathTo } from './scan.ts'
import { judgeSettings } from './judge-settings.ts'

/** The faults and notes found while a form is judged. */
export class Findings {
  readonly faults: Fault[] = []
  readonly notes: Note[] = []
  rules = 0
  readonly forSaving: boolean
  /** @param forSaving Whether the form is about to be saved; a stored one is judged less strictly. */
  constructor(forSaving: boolean) {
    this.forSaving = forSaving
  }
  refuse(path: string, message: string): void {
    if (this.faults.length < limits.faults) this.faults.push({ path, message })
  }
  note(path: string, message: string): void {
    if (this.notes.length < limits.faults) this.notes.push({ path, message })
  }
}

/**
 * Judges the rules of one scope of fields: a form or a row.
 *
 * @param shaped Whether their shapes were judged already, as those of children are with the rule around them.
 */
export function judgeScope(items: RuleItem[], path: string, findings: Findings, shaped = false): void {
  if (!shaped && !judgeShapes(items, path, findings, false)) return
  const places = listRules(items, path)
  const names = new Set(places.flatMap(({ rule }) => [rule.field, rule.name].filter((n) => n != null)))
  const fields = new Set<string>()
  for (const { rule, path: at } of places) {
    const component = findComponent(rule.type)
    if (!component) findings.note(pathTo(at, 'type'), words.unknownType(rule.type.slice(0, 50)))
    judgeField(rule, component, at, fields, findings)
    if (component) judgeSettings(rule, component.settings, component, at, findings)
    judgeSettings(rule, gridSettings, null, at, findings)
    judgeValidate(rule, at, findings)
    judgeControls(rule, at, names, findings)
    if (component && findings.forSaving) judgeOptionValues(rule, component, at, findings)
    if ((rule.options?.length ?? 0) > limits.options)
      findings.refuse(pathTo(at, 'options'), words.tooManyEntries(limits.options))
    const row = findRowRules(rule)
    // Columns with only a `prop` have generated rules, so the path is the table's.
    if (row) judgeScope(row.rules, `${at}.${row.at}`, findings, row.at === 'children')
  }
}

const FIELD = /^[^\s.[\]]+$/

function judgeField(
  rule: Rule,
  component: Component | undefined,
  path: string,
  fields: Set<string>,
  findings: Findings,
): void {
  const { field } = rule
  const at = pathTo(path, 'field')
  if (field == null || field === '') {
    if (component?.value && component.value !== 'object') findings.refuse(at, words.noField(component.title))
    return
  }
  if (field.length > limits.field || !FIELD.test(field)) findings.refuse(at, words.badField(limits.field))
  else if (fields.has(field)) findings.refuse(at, words.doubleField(field))
  fields.add(field)
}

/** The required type of each key that this package reads. */
const SHAPES: readonly [key: string, is: (v: unknown) => boolean, message: string][] = [
  ['field', (v) => typeof v === 'string', words.notText],
  ['name', (v) => typeof v === 'string', words.notText],
  ['props', isObject, words.notObject],
  ['effect', isObject, words.notObject],
  ['options', Array.isArray, words.notArray],
  ['validate', Array.isArray, words.notArray],
  ['children', Array.isArray, words.notArray],
  ['control', (v) => Array.isArray(v) || isObject(v), words.notArray],
  ['hidden', (v) => typeof v === 'boolean', words.notSwitch],
  ['display', (v) => typeof v === 'boolean', words.notSwitch],
]

/**
 * Judges the shapes of rules and of everything in them, so that later code can rely on the types.
 *
 * @param text Whether texts are allowed among the items, as they are among children.
 */
function judgeShapes(items: readonly unknown[], path: string, findings: Findings, text: boolean): boolean {
  let sound = true
  const refuse = (at: string, message: string): void => {
    sound = false
    findings.refuse(at, message)
  }
  items.forEach((item, i) => {
    const at = pathTo(path, i)
    if (text && typeof item === 'string') return
    if (!isRule(item) || item.type === '') return refuse(at, words.notRule)
    // Reported once: after the limit every further rule would fail.
    if (++findings.rules === limits.rules + 1) return refuse('', words.tooManyRules(limits.rules))
    if (findings.rules > limits.rules) return (sound = false)
    // Designers also write null for a missing value; it is kept, so that writing gives what was read.
    for (const [key, is, message] of SHAPES)
      if (item[key] != null && !is(item[key])) refuse(pathTo(at, key), message)
    if (!sound) return
    if (!judgeShapes(item.children ?? [], pathTo(at, 'children'), findings, true)) sound = false
    const controls = (Array.isArray(item.control) ? item.control : [item.control]) as unknown[]
    for (const [n, control] of controls.entries()) {
      const rules = isObject(control) ? control['rule'] : undefined
      if (!Array.isArray(rules) || typeof rules[0] === 'string') continue
      if (!judgeShapes(rules, `${pathTo(pathTo(at, 'control'), n)}.rule`, findings, false)) sound = false
    }
  })
  return sound
}
