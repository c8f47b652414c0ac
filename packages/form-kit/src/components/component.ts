import type { Json, JsonObject, RuleItem, ValueType } from '../form/form.ts'

// The description of a component. The designer reads its palette and property panel from it, the renderer its
// defaults, `parseForm` its limits and `readValues` the kind of its value.

/**
 * The kind of a component's value. `choice` and `choices` are values of options, `path` lists the levels of a
 * cascader, `files` are `{ name, url }`, `html` is rich text, `rows` are objects of a group or a table, and
 * `object` is one such row. `date`, `time` and `number` are pairs when a setting makes them a range.
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

/** A setting that the property panel shows. It is stored in `props`, or in the rule at the path `at`. */
export type Setting = {
  name: string
  title: string
  /** The path in the rule; by default `props.<name>`. */
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
  /** The palette that lists it; `null` for none. */
  palette: 'main' | 'aide' | 'layout' | null
  /** Other names of the same component, in the spelling of `plainType`. */
  aliases?: readonly string[]
  /** `null` for a component without a value. */
  value: ValueKind | null
  /** The type a new validation entry begins with; none if its values may be of several types. */
  checks?: ValueType
  /** Whether its messages begin with 请输入 or 请选择. */
  asks?: 'enter' | 'choose'
  /** Where the rule stores its options. */
  options?: 'options' | 'props.options' | 'props.data'
  /** What it may contain: one kind, or any component of the palettes. */
  holds?: 'col' | 'tabPane' | 'any'
  /** Its value is a list when one of these settings is on. */
  many?: readonly string[]
  /** Its value is a pair when this setting is on, or has one of these values. */
  pair?: { name: string; values?: readonly string[] }
  settings: readonly Setting[]
  /** Pairs of settings that exclude each other. */
  never?: readonly (readonly [string, string])[]
  /** The second must be filled in when the first is on. */
  needs?: readonly (readonly [string, string])[]
  /** What a new rule contains besides type, field and title. */
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
/** The same for controls that can be cleared unless it is switched off. */
export const clearableAtFirst: Setting = {
  name: 'clearable',
  title: '可清空',
  kind: 'switch',
  default: true,
}
export const placeholder: Setting = { name: 'placeholder', title: '占位文字', kind: 'text' }
/** A setting for a whole number that is not negative, as most settings are. */
export const makeCount = (name: string, title: string, preset?: number): Setting => ({
  name,
  title,
  kind: 'integer',
  min: 0,
  ...(preset === undefined ? {} : { default: preset }),
})
export const optionsAt = (at: string): Setting => ({ name: 'options', title: '选项', at, kind: 'options' })
/** The setting for options that an interface gives; its value says where the options go. */
export const fetching: Setting = { name: 'fetch', title: '接口数据', at: 'effect.fetch', kind: 'fetch' }

/** A rule's position in the grid of 24 parts; every component has these settings. */
export const gridSettings: readonly Setting[] = [
  { name: 'span', title: '宽度', at: 'col.span', kind: 'integer', min: 0, max: 24, default: 24 },
  { name: 'offset', title: '左侧间隔', at: 'col.offset', kind: 'integer', min: 0, max: 24, default: 0 },
  { name: 'push', title: '右移', at: 'col.push', kind: 'integer', min: 0, max: 24, default: 0 },
  { name: 'pull', title: '左移', at: 'col.pull', kind: 'integer', min: 0, max: 24, default: 0 },
]
