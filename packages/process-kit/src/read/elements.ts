import type { ModdleElement } from 'bpmn-moddle'
import {
  accesses,
  actorKinds,
  limits,
  modes,
  nobodyRules,
  starterKinds,
  timerDeeds,
  type Access,
  type Actor,
  type Mode,
  type NobodyRule,
  type Starter,
  type Timer,
} from '../model/graph.ts'
import { words } from '../words.ts'
import { isOwnName } from './ids.ts'

// Reads the extension elements and attributes of one element.

/** Records a fault of the element that is being read. */
export type Tell = (message: string) => void

export const textAt = (element: ModdleElement, name: string): string | null => {
  const value = element.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null
}
export const listAt = (element: ModdleElement, name: string): ModdleElement[] => {
  const value = element.get(name)
  return Array.isArray(value) ? (value as ModdleElement[]) : [] // moddle's lists hold elements
}
const isElement = (value: unknown): value is ModdleElement =>
  typeof value === 'object' && value !== null && 'get' in value

/** The extension elements of one kind. Those of other tools stay in the diagram and are ignored here. */
export function extensionsAt(element: ModdleElement, type: string): ModdleElement[] {
  const extensions = element.get('extensionElements')
  if (!isElement(extensions)) return []
  return listAt(extensions, 'values').filter((value) => value.$type === type && isElement(value))
}

const findOne = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((word) => word === value) ?? null

function readActor(element: ModdleElement): Actor | null {
  const kind = findOne(actorKinds, textAt(element, 'kind'))
  const value = textAt(element, 'value')
  if (!kind) return null
  const needsNone = kind === 'deptHead' || kind === 'starterSuperior' || kind === 'starter'
  if (value === null && !needsNone) return null
  const isNumbered = kind === 'person' || (kind === 'deptHead' && value !== null)
  if (isNumbered && !/^\d{1,15}$/.test(value ?? '')) return null
  return { kind, value, of: textAt(element, 'of'), label: textAt(element, 'label') }
}
/** Reads who may start a process. */
export function readStarters(process: ModdleElement, tell: Tell): Starter[] {
  const found = extensionsAt(process, 'portal:Starter')
  if (found.length > limits.actors) tell(words.tooMany('发起范围', limits.actors))
  const starters = found.slice(0, limits.actors).map((element): Starter | null => {
    const [kind, value] = [findOne(starterKinds, textAt(element, 'kind')), textAt(element, 'value')]
    if (!kind || value === null) return null
    if ((kind === 'person' || kind === 'dept') && !/^\d{1,15}$/.test(value)) return null
    return { kind, value, label: textAt(element, 'label') }
  })
  // Ignoring an incomplete entry could leave the list empty, which opens the process to everybody.
  if (starters.includes(null)) tell(words.badStarter)
  return starters.filter((starter) => starter !== null)
}
export function readActors(element: ModdleElement, type: string, tell: Tell): Actor[] {
  const found = extensionsAt(element, type)
  if (found.length > limits.actors) tell(words.tooMany('人员设置', limits.actors))
  const actors = found.slice(0, limits.actors).map(readActor)
  if (actors.includes(null)) tell(type === 'portal:Copy' ? words.badCopy : words.badActor)
  return actors.filter((actor) => actor !== null)
}

export function readMode(element: ModdleElement, tell: Tell): { mode: Mode; percent: number } {
  const said = textAt(element, 'portal:mode')
  const mode = said === null ? 'any' : findOne(modes, said)
  if (!mode) tell(words.badMode)
  const percent = element.get('portal:percent')
  const isShare = typeof percent === 'number' && percent >= 1 && percent <= 100
  if (mode === 'percent' && !isShare) tell(words.badPercent)
  return { mode: mode ?? 'any', percent: isShare ? percent : 100 }
}
export function readNobody(element: ModdleElement, tell: Tell): NobodyRule {
  const said = textAt(element, 'portal:nobody')
  const rule = said === null ? 'admin' : findOne(nobodyRules, said)
  if (!rule) tell(words.badNobody)
  return rule ?? 'admin'
}

export function readFields(element: ModdleElement, tell: Tell): { [field: string]: Access } {
  const said = extensionsAt(element, 'portal:Field').map((field) => ({
    name: textAt(field, 'name'),
    access: findOne(accesses, textAt(field, 'access')),
  }))
  const fields: [string, Access][] = []
  for (const { name, access } of said)
    if (name === null || access === null || !isOwnName(name)) tell(words.badField)
    else fields.push([name, access])
  return Object.fromEntries(fields)
}

export function readTimer(element: ModdleElement, tell: Tell): Timer | null {
  const [timer] = extensionsAt(element, 'portal:Timer')
  if (!timer) return null
  const [days, hours] = ['days', 'hours'].map((name) => timer.get(name) ?? 0)
  const sum = typeof days === 'number' && typeof hours === 'number' ? days * 24 + hours : Number.NaN
  const deed = findOne(timerDeeds, textAt(timer, 'deed'))
  if (!(sum > 0 && sum <= limits.hours) || !deed) {
    tell(words.badTimer)
    return null
  }
  const to = deed === 'handOn' ? readActor(timer) : null
  if (deed === 'handOn' && !to) tell(words.badHandOn)
  return { hours: sum, deed, to }
}
