import { markKeys } from '../check/marks.ts'
import { compilePattern } from '../check/pattern.ts'
import type { Component } from '../components/component.ts'
import { findOptionSource, flattenOptions, type Option } from '../options/options.ts'
import { words } from '../words.ts'
import type { Rule } from './form.ts'
import { conditions, methods, modes, triggers, valueTypes } from './form.ts'
import { listControls, namedBy } from './inner.ts'
import type { Findings } from './judge.ts'
import { limits } from './limits.ts'
import { isObject, pathTo } from './scan.ts'

/** Keys of a validation entry that have an effect here, or that only a designer reads. */
const ENTRY_KEYS = new Set<string>([...modes, ...markKeys, 'type', 'mode', 'trigger', 'message', 'adapter'])
const isOneOf = (list: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && list.includes(value)

/** Judges a rule's validation entries: numbers, expressions, and keys that have no effect here (as notes). */
export function judgeValidate(rule: Rule, path: string, findings: Findings): void {
  const entries: unknown[] = rule.validate ?? []
  if (entries.length > limits.entries)
    return findings.refuse(pathTo(path, 'validate'), words.tooManyEntries(limits.entries))
  for (const [i, entry] of entries.entries()) {
    const at = pathTo(pathTo(path, 'validate'), i)
    if (isObject(entry)) judgeEntry(entry, at, findings)
    else findings.refuse(at, words.notObject)
  }
}

function judgeEntry(entry: Record<string, unknown>, at: string, findings: Findings): void {
  const { type, mode, trigger, message, required, pattern, min, max } = entry
  for (const key of Object.keys(entry))
    if (!ENTRY_KEYS.has(key)) findings.note(pathTo(at, key), words.unknownMode(key.slice(0, 50)))
  if (type != null && !isOneOf(valueTypes, type))
    findings.note(pathTo(at, 'type'), words.unknownMode(String(type).slice(0, 50)))
  if (mode != null && !isOneOf([...modes, ...markKeys], mode))
    findings.note(pathTo(at, 'mode'), words.unknownMode(String(mode).slice(0, 50)))
  if (trigger != null && ![trigger].flat().every((t) => isOneOf(triggers, t)))
    findings.note(pathTo(at, 'trigger'), words.unknownTrigger)
  if (message != null && typeof message !== 'string') findings.refuse(pathTo(at, 'message'), words.notText)
  if (required != null && typeof required !== 'boolean')
    findings.refuse(pathTo(at, 'required'), words.notSwitch)
  for (const key of ['min', 'max', 'len', 'minLen', 'maxLen'])
    if (entry[key] != null && typeof entry[key] !== 'number')
      findings.refuse(pathTo(at, key), words.notNumber)
  if (typeof entry['len'] === 'number' && entry['len'] < 0) findings.refuse(pathTo(at, 'len'), words.below(0))
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    findings.refuse(pathTo(at, 'max'), words.minOverMax)
  if (pattern != null && pattern !== '') judgePattern(pattern, pathTo(at, 'pattern'), findings)
}

function judgePattern(pattern: unknown, at: string, findings: Findings): void {
  if (typeof pattern !== 'string') return findings.refuse(at, words.notText)
  const compiled = compilePattern(pattern)
  if ('message' in compiled) findings.refuse(at, compiled.message)
}

/** Judges a rule's options: an answer holds only values, so options of one value cannot be told apart. */
export function judgeOptionValues(rule: Rule, component: Component, path: string, findings: Findings): void {
  const { options: place } = component
  const source = findOptionSource(rule)
  if (!place || !source || source.kind === 'interface') return
  const lists = component.value === 'path' ? listLevels(source.options) : [flattenOptions(source.options)]
  for (const list of lists) {
    const labels = new Map<string, string>()
    for (const { value, label } of list) {
      // Controls know an option by a text: for them the number 1 and the text '1' are one value.
      const key = typeof value === 'object' ? JSON.stringify(value) : String(value)
      const first = labels.get(key)
      if (first === undefined) labels.set(key, label)
      else
        findings.refuse(
          `${path}.${place}`,
          words.doubleOption(first.slice(0, 50), label.slice(0, 50), key.slice(0, 50)),
        )
    }
  }
}
/** The lists of a cascader: a path leads through them level by level, so a value counts within its own. */
const listLevels = (options: Option[]): Option[][] => [
  options,
  ...options.flatMap(({ children }) => listLevels(children)),
]

/** Judges a rule's controls: the names they list, and whether their conditions can be evaluated. */
export function judgeControls(rule: Rule, path: string, names: Set<string>, findings: Findings): void {
  const controls = listControls(rule)
  const place = pathTo(path, 'control')
  if (controls.length > limits.controls) return findings.refuse(place, words.tooManyEntries(limits.controls))
  for (const [i, control] of controls.entries()) {
    const at = pathTo(place, i)
    if (!Array.isArray(control.rule)) {
      findings.refuse(pathTo(at, 'rule'), words.notArray)
      continue
    }
    if ('handle' in control) findings.note(pathTo(at, 'handle'), words.handle)
    if (control.condition != null && !isOneOf(conditions, control.condition))
      findings.refuse(pathTo(at, 'condition'), words.notOneOf(conditions))
    if (control.condition === 'pattern') judgePattern(control.value, pathTo(at, 'value'), findings)
    if (control.method != null && !isOneOf(methods, control.method))
      findings.note(pathTo(at, 'method'), words.unknownMethod(String(control.method).slice(0, 50)))
    for (const name of namedBy(control))
      if (!names.has(name)) findings.note(pathTo(at, 'rule'), words.noTarget(name.slice(0, 50)))
  }
}
