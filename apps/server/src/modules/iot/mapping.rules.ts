import {
  isState,
  ofGateway,
  UNIT_MARK,
  type Mapped,
  type MappedOrder,
  type MappingLine,
  type MappingRules,
} from '@portal/contract/iot/mapping'
import { cutText, dropZeros } from '@portal/contract/kernel/text'
import { readRegister } from './register.rules.ts'

// Translates messages of other makers' devices into the portal's terms (decision 101). The lines of a mapping
// are only compared and looked up, never executed: no patterns, no programs, no inherited object keys.

export interface Found {
  /** Counted from 0. */
  line: number
  unit: number | null
  to: Mapped
  value: number | boolean | string | null
  why: string | null
}

/**
 * Number of the sub-device in a topic. Undefined: another
 * topic. Null: the topic fits and names no sub-device.
 */
function readUnit(pattern: string, topic: string): number | null | undefined {
  const at = pattern.indexOf(UNIT_MARK)
  if (at < 0) return pattern === topic ? null : undefined
  const [head, tail] = [pattern.slice(0, at), pattern.slice(at + UNIT_MARK.length)]
  if (topic.length <= head.length + tail.length) return undefined
  if (!topic.startsWith(head) || !topic.endsWith(tail)) return undefined
  const number = topic.slice(head.length, topic.length - tail.length)
  return /^[1-9]\d{0,2}$/.test(number) && Number(number) <= 255 ? Number(number) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
function look(value: unknown, path: string | null): unknown {
  let found = value
  for (const key of path?.split('.') ?? []) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}
const isPlain = (v: unknown): v is string | number | boolean =>
  typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean'
const listWords = (list: string | null) => (list ?? '').split(/[,，]/).map((w) => w.trim().toLowerCase())

function findValue(line: MappingLine, found: unknown): { value: Found['value'] } | { why: string } {
  if (!isPlain(found)) return { why: '消息中没有这个值' }
  if (isState(line.to)) {
    const word = String(found).trim().toLowerCase()
    if (listWords(line.yes).includes(word)) return { value: true }
    if (listWords(line.no).includes(word)) return { value: false }
    return { why: `“${String(found).slice(0, 40)}”不在列出的写法中` }
  }
  if (line.to === 'firmware') return { value: cutText(dropZeros(String(found)), 40) }
  const number = typeof found === 'string' && found.trim() === '' ? Number.NaN : Number(found)
  const value = Math.round((number * line.factor + line.offset) * 1e6) / 1e6
  if (!Number.isFinite(value)) return { why: `“${String(found).slice(0, 40)}”不是数字` }
  const most = line.to === 'signal' ? 200 : 1e9
  return Math.abs(value) <= most ? { value } : { why: '数值超出范围' }
}

/**
 * The value of a line. For registers it is the number in them; a
 * bit is 0 or 1, which the words for open and closed translate.
 */
function readLine(line: MappingLine, raw: unknown): ReturnType<typeof findValue> {
  if (!line.register) return findValue(line, raw)
  if (typeof raw !== 'string') return { why: '消息中没有寄存器报文' }
  const read = readRegister(line.register, raw)
  return 'why' in read ? read : findValue(line, read.value)
}

/** Every line that is about this topic, with its value or why there is none. */
export function translate(rules: MappingRules, topic: string, text: string): Found[] {
  const found: Found[] = []
  let json: { parsed: unknown } | undefined
  for (const [i, line] of rules.lines.entries()) {
    const named = readUnit(line.topic, topic)
    if (named === undefined) continue
    json ??= { parsed: parse(text) }
    const raw = line.path === null ? text : look(json.parsed, line.path)
    const read = readLine(line, raw)
    found.push({
      line: i,
      unit: ofGateway(line.to) ? null : (named ?? line.unit),
      to: line.to,
      value: 'value' in read ? read.value : null,
      why: 'why' in read ? read.why : null,
    })
  }
  return found
}

/** The message that carries out an order; undefined: the device cannot do it. */
export function render(rules: MappingRules, what: MappedOrder, unit: number) {
  const command = rules.commands.find((c) => c.what === what)
  if (!command) return undefined
  const fill = (text: string) => text.replaceAll(UNIT_MARK, String(unit))
  return { topic: fill(command.topic), text: fill(command.payload) }
}
