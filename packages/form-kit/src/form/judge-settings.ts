import type { Component, Setting } from '../components/component.ts'
import { words } from '../words.ts'
import type { Rule } from './form.ts'
import type { Findings } from './judge.ts'
import { isObject, pathTo } from './scan.ts'

/** The value of a setting in a rule; `undefined` if it is missing or null. */
export function readSetting(rule: Rule, setting: Setting): unknown {
  const steps = (setting.at ?? `props.${setting.name}`).split(/\.|\[|\]\.?/).filter((step) => step !== '')
  let found: unknown = rule
  for (const step of steps) {
    if (!isObject(found) && !Array.isArray(found)) return undefined
    if (!Object.hasOwn(found, step)) return undefined
    found = (found as Record<string, unknown>)[step]
  }
  return found ?? undefined
}

/** Judges a rule's numbers by the limits of its settings, and settings that exclude or need one another. */
export function judgeSettings(
  rule: Rule,
  settings: readonly Setting[],
  component: Component | null,
  path: string,
  findings: Findings,
): void {
  for (const setting of settings) {
    if (setting.kind !== 'number' && setting.kind !== 'integer') continue
    const message = judgeNumber(readSetting(rule, setting), setting)
    if (message) findings.refuse(`${path}.${setting.at ?? `props.${setting.name}`}`, message)
  }
  if (!component) return
  const { min, max } = rule.props ?? {}
  const bounded = settings.some(({ name }) => name === 'min') && settings.some(({ name }) => name === 'max')
  // A maximum of 0 means no limit for settings that count items (an integer `max`).
  if (
    bounded &&
    typeof min === 'number' &&
    typeof max === 'number' &&
    min > max &&
    !(countsTo(settings) && max === 0)
  )
    findings.refuse(pathTo(pathTo(path, 'props'), 'max'), words.minOverMax)
  judgeTogether(rule, component, path, findings)
}

const countsTo = (settings: readonly Setting[]): boolean =>
  settings.some(({ name, kind }) => name === 'max' && kind === 'integer')

function judgeNumber(value: unknown, setting: Setting & { kind: 'number' | 'integer' }): string | null {
  // Element also writes lengths and heights as text with a unit.
  if (value === undefined || (typeof value === 'string' && /^\d*(?:\.\d+)?(?:px|%|em|rem|vh)?$/.test(value)))
    return null
  if (typeof value !== 'number') return words.notNumber
  if (setting.kind === 'integer' && !Number.isInteger(value)) return words.notInteger
  if (setting.min !== undefined && value < setting.min) return words.below(setting.min)
  if (setting.max !== undefined && value > setting.max) return words.above(setting.max)
  return null
}

function judgeTogether(rule: Rule, component: Component, path: string, findings: Findings): void {
  const props = rule.props ?? {}
  const findTitle = (name: string): string => component.settings.find((s) => s.name === name)?.title ?? name
  for (const [one, other] of component.never ?? [])
    if (props[one] === true && props[other] === true)
      findings.refuse(pathTo(pathTo(path, 'props'), other), words.never(findTitle(one), findTitle(other)))
  for (const [one, other] of component.needs ?? [])
    if (props[one] === true && (props[other] == null || props[other] === ''))
      findings.refuse(pathTo(pathTo(path, 'props'), other), words.needs(findTitle(one), findTitle(other)))
}
