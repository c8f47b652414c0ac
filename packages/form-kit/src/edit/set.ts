import type { Component, Setting } from '../components/component.ts'
import type { Json, Rule } from '../form/form.ts'
import { isObject } from '../form/scan.ts'

const listSteps = (path: string): string[] => path.split(/[.[\]]+/).filter((step) => step !== '')
const isIndex = (step: string): boolean => /^\d+$/.test(step)

/**
 * A value with one place changed, such as `props.min` or `children[0]`. Missing parents are created.
 *
 * @param value `undefined` removes what is there.
 */
export function setAt<T>(whole: T, path: string, value: Json | undefined): T {
  // Changing one place keeps the type of the caller's value, as far as JSON can tell.
  return setStep(whole, listSteps(path), value) as T
}

function setStep(whole: unknown, [step, ...rest]: string[], value: Json | undefined): unknown {
  if (step === undefined) return value
  if (Array.isArray(whole) || (whole == null && isIndex(step))) {
    const list = [...((whole as unknown[] | null | undefined) ?? [])]
    if (rest.length === 0 && value === undefined) list.splice(Number(step), 1)
    else list[Number(step)] = setStep(list[Number(step)], rest, value)
    return list
  }
  const object = isObject(whole) ? whole : {}
  if (rest.length === 0 && value === undefined) {
    if (!Object.hasOwn(object, step)) return whole
    const { [step]: _gone, ...others } = object
    return others
  }
  if (value === undefined && object[step] == null) return whole
  const changed = setStep(Object.hasOwn(object, step) ? object[step] : undefined, rest, value)
  return changed === object[step] && Object.hasOwn(object, step) ? whole : { ...object, [step]: changed }
}

export const findPath = (setting: Setting): string => setting.at ?? `props.${setting.name}`

/** The initial values of settings that another setting needs. */
const FILLED: Record<string, Json> = { height: '200px' }

/** A rule with a setting changed: settings that it excludes are turned off, those it needs are filled in. */
export function setSetting(
  rule: Rule,
  component: Component | undefined,
  setting: Setting,
  value: Json | undefined,
): Rule {
  let changed = setAt(rule, findPath(setting), value)
  if (value !== true || setting.at !== undefined) return changed
  for (const pair of component?.never ?? [])
    if (pair.includes(setting.name))
      for (const other of pair)
        if (other !== setting.name && changed.props?.[other] === true)
          changed = setAt(changed, `props.${other}`, false)
  for (const [one, other] of component?.needs ?? [])
    if (one === setting.name && (changed.props?.[other] == null || changed.props[other] === ''))
      changed = setAt(changed, `props.${other}`, FILLED[other] ?? '')
  return changed
}
