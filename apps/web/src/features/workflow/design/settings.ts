import {
  actorKinds,
  accesses,
  modes,
  nobodyRules,
  starterKinds,
  timerDeeds,
  type Access,
  type ActorKind,
  type Mode,
  type NobodyRule,
  type StarterKind,
  type TimerDeed,
} from '@portal/process-kit/model/graph'
import type { Moddle } from './bpmn.ts'

// The settings of an element for the panel, and how they are written back. They may be incomplete: nothing
// that the user typed is dropped, and the judge reports what is missing.

export interface ActorDraft {
  kind: ActorKind
  value: string | null
  of: string | null
  label: string | null
}
export interface StarterDraft {
  kind: StarterKind
  value: string | null
  label: string | null
}
export interface TimerDraft {
  days: number
  hours: number
  deed: TimerDeed
  to: ActorDraft
}
export interface TaskDraft {
  actors: ActorDraft[]
  mode: Mode
  percent: number
  nobody: NobodyRule
  timer: TimerDraft | null
  copies: ActorDraft[]
  fields: Record<string, Access>
}
export interface ServiceDraft {
  service: string
  settings: Record<string, string>
  copies: ActorDraft[]
}

/** Makes an element of a type, as bpmn-js's factory or moddle does. */
export type Make = (type: string, properties: object) => Moddle

const textAt = (element: Moddle, name: string): string | null => {
  const value = element.get(name)
  return typeof value === 'string' && value !== '' ? value : null
}
const numberAt = (element: Moddle, name: string): number | null => {
  const value = element.get(name)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
const pick = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((word) => word === value)

const fillValues = (element: Moddle): Moddle[] => {
  const extensions = element.get('extensionElements') as Moddle | undefined // by BPMN's own schema
  return extensions ? (extensions.get('values') as Moddle[]) : [] // as above
}
const ofType = (element: Moddle, type: string): Moddle[] =>
  fillValues(element).filter((value) => value.$type === type)

const readActor = (element: Moddle): ActorDraft => ({
  kind: pick(actorKinds, textAt(element, 'kind')) ?? 'person',
  value: textAt(element, 'value'),
  of: textAt(element, 'of'),
  label: textAt(element, 'label'),
})

function readTimer(element: Moddle): TimerDraft | null {
  const [timer] = ofType(element, 'portal:Timer')
  if (!timer) return null
  return {
    days: numberAt(timer, 'days') ?? 0,
    hours: numberAt(timer, 'hours') ?? 0,
    deed: pick(timerDeeds, textAt(timer, 'deed')) ?? 'remind',
    to: readActor(timer),
  }
}

export function readTask(element: Moddle): TaskDraft {
  const fields = ofType(element, 'portal:Field').flatMap((field): [string, Access][] => {
    const [name, access] = [textAt(field, 'name'), pick(accesses, textAt(field, 'access'))]
    return name !== null && access ? [[name, access]] : []
  })
  return {
    actors: ofType(element, 'portal:Actor').map(readActor),
    mode: pick(modes, textAt(element, 'portal:mode')) ?? 'any',
    percent: numberAt(element, 'portal:percent') ?? 100,
    nobody: pick(nobodyRules, textAt(element, 'portal:nobody')) ?? 'admin',
    timer: readTimer(element),
    copies: ofType(element, 'portal:Copy').map(readActor),
    fields: Object.fromEntries(fields),
  }
}

/** Who may start the process; an empty list means everybody. */
export const readStarters = (process: Moddle): StarterDraft[] =>
  ofType(process, 'portal:Starter').map((element) => ({
    kind: pick(starterKinds, textAt(element, 'kind')) ?? 'userType',
    value: textAt(element, 'value'),
    label: textAt(element, 'label'),
  }))
export const writeStarters = (make: Make, process: Moddle, starters: readonly StarterDraft[]): object =>
  extend(make, process, {
    'portal:Starter': starters.map(({ kind, value, label }) => ({
      kind,
      ...(value !== null && { value }),
      ...(label !== null && { label }),
    })),
  })

export function readService(element: Moddle): ServiceDraft {
  const settings = ofType(element, 'portal:Setting').map(
    (setting) => [textAt(setting, 'name') ?? '', textAt(setting, 'value') ?? ''] as const,
  )
  return {
    service: textAt(element, 'portal:service') ?? '',
    settings: Object.fromEntries(settings),
    copies: ofType(element, 'portal:Copy').map(readActor),
  }
}

/** The properties of an actor, without those that its kind does not use. */
const spellActor = ({ kind, value, of, label }: ActorDraft): object => ({
  kind,
  ...(value !== null && { value }),
  ...(of !== null && kind === 'labRole' && { of }),
  ...(label !== null && { label }),
})

/**
 * The properties for bpmn-js's `updateProperties`. Extension elements are replaced as a whole, so that undo
 * restores them. Elements of other tools stay.
 */
export function writeTask(make: Make, element: Moddle, task: Partial<TaskDraft>): object {
  const { actors, copies, fields, timer, mode, percent, nobody } = task
  const lists: Lists = {}
  if (actors) lists['portal:Actor'] = actors.map(spellActor)
  if (copies) lists['portal:Copy'] = copies.map(spellActor)
  if (fields) lists['portal:Field'] = Object.entries(fields).map(([name, access]) => ({ name, access }))
  if (timer !== undefined) lists['portal:Timer'] = timer ? [spellTimer(timer)] : []
  return {
    ...extend(make, element, lists),
    ...(mode !== undefined && { 'portal:mode': mode }),
    ...(mode !== undefined && mode !== 'percent' && { 'portal:percent': undefined }),
    ...(percent !== undefined && { 'portal:percent': percent }),
    ...(nobody !== undefined && { 'portal:nobody': nobody }),
  }
}
const spellTimer = ({ days, hours, deed, to }: TimerDraft): object => ({
  days,
  hours,
  deed,
  ...(deed === 'handOn' && spellActor(to)),
})

export function writeService(make: Make, element: Moddle, draft: Partial<ServiceDraft>): object {
  const { service, settings, copies } = draft
  const lists: Lists = {}
  // An empty setting is not written, so that the service's default applies.
  if (settings)
    lists['portal:Setting'] = Object.entries(settings).flatMap(([name, value]) =>
      value === '' ? [] : [{ name, value }],
    )
  if (copies) lists['portal:Copy'] = copies.map(spellActor)
  return { ...extend(make, element, lists), ...(service !== undefined && { 'portal:service': service }) }
}

type Lists = Record<string, object[]>
function extend(make: Make, element: Moddle, lists: Lists): object {
  if (Object.keys(lists).length === 0) return {}
  const kept = fillValues(element).filter((value) => !(value.$type in lists))
  const fresh = Object.entries(lists).flatMap(([type, items]) => items.map((item) => make(type, item)))
  if (kept.length + fresh.length === 0) return { extensionElements: undefined }
  const extensionElements = make('bpmn:ExtensionElements', { values: [...kept, ...fresh] })
  extensionElements.$parent = element
  for (const value of fresh) value.$parent = extensionElements
  return { extensionElements }
}
