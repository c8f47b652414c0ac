import type { Json, JsonObject, RuleItem, ValueType } from '../form/form.ts'

// What is said of a component. The designer draws its palette and its property panel from this, the renderer
// its defaults, `parseForm` its limits and `readValues` what a value has to be.

/**
 * What a component's value is. `choice` and `choices` are values of options, `path` the way down a cascader,
 * `files` are `{ name, url }`, `html` is text with marks, `rows` are objects of a group or a table, `object` is
 * one such row; `date`, `time` and `number` are pairs where a setting makes them a range.
 */
export type ValueKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'path'
  | 'date'
  | 'time'
  | 'colour'
  | 'files'
  | 'html'
  | 'person'
  | 'rows'
  | 'object'
  | 'any'

/** A setting that the property panel shows. It stands in `props`, or elsewhere in the rule by `at`. */
export type Setting = {
  name: string
  title: string
  /** The path in the rule; `props.<name>` without it. */
  at?: string
  default?: Json
} & (
  | { kind: 'number' | 'integer'; min?: number; max?: number }
  | { kind: 'switch' | 'text' | 'texts' | 'colour' | 'json' }
  | { kind: 'choice'; choices: readonly { value: string; label: string }[] }
  | { kind: 'options' | 'fetch' | 'columns' }
)

export interface Component {
  kind: string
  title: string
  /** The palette it stands in; `null` stands in none. */
  palette: 'main' | 'aide' | 'layout' | null
  /** Other names of the same component, in the spelling of `plainType`. */
  aliases?: readonly string[]
  /** `null`: it asks for nothing. */
  value: ValueKind | null
  /** The type a new validation entry begins with. */
  checks?: ValueType
  /** Whether its messages begin with 请输入 or 请选择. */
  asks?: 'enter' | 'choose'
  /** Where its options stand. */
  options?: 'options' | 'props.options' | 'props.data'
  /** What may be put into it: one kind, or whatever the palettes have. */
  holds?: 'col' | 'tabPane' | 'any'
  /** A value of many when one of these settings is on. */
  many?: readonly string[]
  /** A pair when this setting is on, or has one of these values. */
  pair?: { name: string; values?: readonly string[] }
  settings: readonly Setting[]
  /** Settings that are never both on. */
  never?: readonly (readonly [string, string])[]
  /** The second must be filled in when the first is on. */
  needs?: readonly (readonly [string, string])[]
  /** What a new one begins with, besides type, field and title. */
  begins?: {
    props?: JsonObject
    options?: Json[]
    value?: Json
    children?: RuleItem[]
    col?: JsonObject
  }
}

export const disabled: Setting = { name: 'disabled', title: '禁用', kind: 'switch', default: false }
export const clearable: Setting = { name: 'clearable', title: '可清空', kind: 'switch', default: false }
export const placeholder: Setting = { name: 'placeholder', title: '占位文字', kind: 'text' }
/** A number that cannot be negative, as most of them cannot. */
export const makeCount = (name: string, title: string, preset?: number): Setting => ({
  name,
  title,
  kind: 'integer',
  min: 0,
  ...(preset === undefined ? {} : { default: preset }),
})
export const optionsAt = (at: string): Setting => ({ name: 'options', title: '选项', at, kind: 'options' })
/** Options from an interface; where they go is in the description itself. */
export const fetching: Setting = { name: 'fetch', title: '接口数据', at: 'effect.fetch', kind: 'fetch' }

/** Where a rule stands in the grid of 24 parts; every component has these. */
export const gridSettings: readonly Setting[] = [
  { name: 'span', title: '宽度', at: 'col.span', kind: 'integer', min: 0, max: 24, default: 24 },
  { name: 'offset', title: '左侧间隔', at: 'col.offset', kind: 'integer', min: 0, max: 24, default: 0 },
  { name: 'push', title: '右移', at: 'col.push', kind: 'integer', min: 0, max: 24, default: 0 },
  { name: 'pull', title: '左移', at: 'col.pull', kind: 'integer', min: 0, max: 24, default: 0 },
]
