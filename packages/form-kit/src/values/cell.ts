import { findAsking, isMany } from '../components/components.ts'
import type { Json, Rule } from '../form/form.ts'
import { findOptionSource, type Option } from '../options/options.ts'

// Converts a spreadsheet cell to a field's value. Nothing is judged here: text that cannot be converted is
// returned unchanged, and `readValues` reports what is wrong with it.

const YES = /^(是|有|需要|要|开|y|yes|true|1|√|✓)$/i
const NO = /^(否|无|没有|不|不要|不需要|关|n|no|false|0|×)$/i
const BETWEEN = /[、，,;；\n]+/
const plain = (text: string): string => text.normalize('NFKC').trim()

/** The value of a cell; `null` if it is empty. */
export function readCell(rule: Rule, cell: string): Json {
  const text = cell.trim()
  const component = findAsking(rule)
  if (text === '' || !component) return null
  switch (component.value) {
    case 'number': {
      const digits = plain(text).replaceAll(',', '')
      return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : text
    }
    case 'boolean':
      return readSwitch(rule, plain(text))
    case 'choice':
    case 'choices': {
      const options = listOptions(rule)
      const many = component.value === 'choices' || isMany(component, rule.props ?? {})
      if (!many) return readOption(options, text)
      const parts = text.split(BETWEEN).filter((part) => part.trim() !== '')
      return parts.map((part) => readOption(options, part))
    }
    case 'date':
      return readDay(plain(text))
    case 'time':
      return plain(text).replace(/^(\d):/, '0$1:')
    default:
      return text
  }
}

function readSwitch(rule: Rule, text: string): Json {
  const { activeValue = true, inactiveValue = false, activeText, inactiveText } = rule.props ?? {}
  const says = (word: Json | undefined): boolean =>
    typeof word === 'string' && word !== '' && plain(word) === text
  if (says(activeText)) return activeValue
  if (says(inactiveText)) return inactiveValue
  return YES.test(text) ? activeValue : NO.test(text) ? inactiveValue : text
}

function listOptions(rule: Rule): Option[] {
  const source = findOptionSource(rule)
  const flat = (options: Option[]): Option[] => options.flatMap((o) => [o, ...flat(o.children)])
  return source && source.kind !== 'interface' ? flat(source.options) : []
}
const readOption = (options: Option[], text: string): Json =>
  options.find((o) => plain(o.label) === plain(text))?.value ?? text.trim()

/** Reads a day as spreadsheets write it, 2026/3/5 or 2026年3月5日. */
function readDay(text: string): string {
  const [, year, month, day, rest = ''] =
    /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?(\s.*)?$/.exec(text) ?? []
  if (!year || !month) return text
  const two = (part: string): string => part.padStart(2, '0')
  const [hour, ...minutes] = rest.trim().split(':')
  const time = hour && minutes.length > 0 ? ` ${[hour, ...minutes].map(two).join(':')}` : rest
  return `${year}-${two(month)}${day ? `-${two(day)}` : ''}${time}`
}
