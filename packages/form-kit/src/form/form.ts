// The shape of a form as form-create's designer exports it: rules and options, both plain JSON. Keys that are
// not named here are kept unchanged.

export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [key: string]: Json
}

/** When an entry is checked: `change` is the default, and a submission checks every entry. */
export type Trigger = 'change' | 'submit' | 'blur'
export const triggers: readonly Trigger[] = ['change', 'submit', 'blur']
/** The one key of an entry that counts. Without a mode, every present key counts. */
export type Mode = 'required' | 'pattern' | 'min' | 'max' | 'len'
export const modes: readonly Mode[] = ['required', 'pattern', 'min', 'max', 'len']
export const valueTypes = [
  'string',
  'array',
  'number',
  'integer',
  'float',
  'object',
  'date',
  'url',
  'hex',
  'email',
] as const
export type ValueType = (typeof valueTypes)[number]

/**
 * One check of a field. `min`, `max` and `len` apply to a number's value, a text's characters or an array's
 * items. A `pattern` is the text of a regular expression, `^\\d+$` or `/^\\d+$/i`.
 */
export interface ValidateEntry {
  type?: ValueType
  mode?: Mode
  trigger?: Trigger | Trigger[]
  message?: string
  required?: boolean
  pattern?: string
  min?: number
  max?: number
  len?: number
  [key: string]: unknown
}

export const conditions = [
  '==',
  '!=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  'notIn',
  'on',
  'notOn',
  'between',
  'notBetween',
  'empty',
  'notEmpty',
  'pattern',
] as const
export type Condition = (typeof conditions)[number]
export const methods = ['if', 'hidden', 'display', 'show', 'disabled', 'enabled', 'required'] as const
export type Method = (typeof methods)[number]

/**
 * How a field's value affects other rules. `rule` lists fields (or names) of the form, or holds rules that
 * appear while the condition holds: after the field, or where `append`, `prepend` or `child` says.
 */
export interface Control {
  value?: Json
  condition?: Condition
  method?: Method
  rule: string[] | Rule[]
  append?: string
  prepend?: string
  child?: boolean
  [key: string]: unknown
}

export type RuleItem = Rule | string
export interface Rule {
  type: string
  field?: string
  name?: string
  title?: Json
  info?: Json
  value?: Json
  props?: JsonObject
  options?: Json[]
  optionsTo?: string
  validate?: ValidateEntry[]
  $required?: boolean | string | JsonObject
  control?: Control[] | Control
  children?: RuleItem[]
  effect?: JsonObject
  col?: Json
  wrap?: JsonObject
  hidden?: boolean
  display?: boolean
  native?: boolean
  slot?: string
  [key: string]: unknown
}

/** A button below a form; shown unless `show` is false. */
export interface FormButton {
  show?: boolean
  innerText?: string
  [key: string]: unknown
}
export interface FormOptions {
  form?: JsonObject
  submitBtn?: boolean | FormButton
  resetBtn?: boolean | FormButton
  [key: string]: unknown
}

/**
 * A form that `parseForm` accepted. `bare`: it came as an array of rules without options. `more`: the keys
 * beside `rule` and `options`.
 */
export interface Form {
  rule: RuleItem[]
  options: FormOptions
  more: JsonObject
  bare: boolean
}

/** Why a form, or an answer, is refused. `path` says where, as in JavaScript: `rule[0].props.min`. */
export interface Fault {
  path: string
  message: string
}
/** A part of a form that is kept but has no effect. */
export type Note = Fault

/** The options of a new form. */
export const defaultOptions: FormOptions = {
  form: {
    inline: false,
    hideRequiredAsterisk: false,
    labelPosition: 'right',
    size: 'mini',
    labelWidth: '125px',
  },
  submitBtn: true,
  resetBtn: false,
}
