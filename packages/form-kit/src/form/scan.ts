import { words } from '../words.ts'
import type { Fault, Json } from './form.ts'
import { limits } from './limits.ts'

// Checks of untrusted text and values before they are parsed further: length, depth, number of nodes, and
// keys that reach prototypes. No function here is recursive, since the input chooses the depth.

const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The deepest level of brackets in a JSON text, counted without parsing. Stops once it exceeds `most`. */
function measureDepth(text: string, most: number): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) i = skipString(text, i)
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > deepest) deepest = depth
      if (deepest > most) return deepest
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return deepest
}
/** The index where the string ends that begins at `i`. */
function skipString(text: string, i: number): number {
  for (let at = i + 1; at < text.length; at++) {
    const c = text.charCodeAt(at)
    if (c === 0x5c) at++
    else if (c === 0x22) return at
  }
  return text.length
}

/**
 * Reads JSON text.
 *
 * @returns The value, or why the text cannot be read. Never throws.
 */
export function readJson(text: string): { value: unknown } | { fault: Fault } {
  if (text.length > limits.text) return { fault: { path: '', message: words.tooLong(limits.text) } }
  if (measureDepth(text, limits.depth) > limits.depth)
    return { fault: { path: '', message: words.tooDeep(limits.depth) } }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { fault: { path: '', message: words.notJson } }
  }
}

/** `rule[0].props` and `min` make `rule[0].props.min`. */
export const pathTo = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`

/** A deep copy with plain prototypes only, which shares nothing with `value`; a fault if it is not JSON. */
export function copyPlain(value: unknown, most = limits.text): { value: Json } | { fault: Fault } {
  const root: { out: Json } = { out: null }
  const work: Task[] = [{ value, path: '', depth: 0, put: (copy) => (root.out = copy) }]
  let nodes = 0
  let characters = 0
  for (let task = work.pop(); task; task = work.pop()) {
    const said = judgeNode(task.value)
    if (said) return { fault: { path: task.path, message: said } }
    if (task.depth > limits.depth) return { fault: { path: '', message: words.tooDeep(limits.depth) } }
    if (++nodes > limits.nodes) return { fault: { path: '', message: words.tooMany(limits.nodes) } }
    if (typeof task.value === 'string') characters += task.value.length
    const fault = openNode(task, work)
    if (fault) return { fault }
    if (isObject(task.value)) for (const key of Object.keys(task.value)) characters += key.length
    if (characters > most) return { fault: { path: '', message: words.tooLong(most) } }
  }
  return { value: root.out }
}

interface Task {
  value: unknown
  path: string
  depth: number
  put: (copy: Json) => void
}

function judgeNode(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return null
    case 'number':
      return Number.isFinite(value) ? null : words.notNumber
    case 'object': {
      if (value === null || Array.isArray(value)) return null
      const prototype: unknown = Object.getPrototypeOf(value)
      return prototype === null || prototype === Object.prototype ? null : words.notPlain
    }
    default:
      return words.notPlain
  }
}

/** Stores the copy of a node and pushes its children on the work stack. */
function openNode(task: Task, work: Task[]): Fault | null {
  const { value, path, depth, put } = task
  // Check the size first, before a task is made for each child.
  const size = Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0
  if (size > limits.nodes) return { path: '', message: words.tooMany(limits.nodes) }
  if (Array.isArray(value)) {
    const copy: Json[] = []
    put(copy)
    // Pushed in reverse: the stack pops the last one first, and faults are reported in order.
    for (let i = value.length - 1; i >= 0; i--)
      work.push({
        value: value[i] as unknown,
        path: pathTo(path, i),
        depth: depth + 1,
        put: (v) => (copy[i] = v),
      })
  } else if (isObject(value)) {
    const copy: { [key: string]: Json } = {}
    put(copy)
    const entries = Object.entries(value).filter(([, v]) => v !== undefined)
    for (const [key] of entries) {
      if (PROTOTYPE_KEYS.has(key)) return { path: pathTo(path, key), message: words.prototypeKey(key) }
      copy[key] = null
    }
    for (const [key, v] of entries.reverse())
      work.push({ value: v, path: pathTo(path, key), depth: depth + 1, put: (done) => (copy[key] = done) })
  } else put(value as Json)
  return null
}
