import { Radio, Select } from 'antd'
import type { Json } from '@portal/form-kit/form/form'
import type { Option } from '@portal/form-kit/options/options'
import type { ControlProps, ShowProps } from '../control.ts'
import { settingsOf } from '../settings.ts'
import { OptionsState, useOptions } from '../use-options.tsx'

// Options are chosen by their place in the list, since a value may be a number, a text or an object.

const sameValue = (a: Json, b: Json): boolean =>
  typeof a === 'object' || typeof b === 'object'
    ? JSON.stringify(a) === JSON.stringify(b)
    : String(a) === String(b)
export const findChosen = (options: readonly Option[], value: Json): Option | undefined =>
  options.find((o) => sameValue(o.value, value))
/** The text by which an option is told from others. */
export const keyOf = (value: Json): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)
/** What stands below one another in one list. */
export const flattenOptions = (options: readonly Option[]): Option[] =>
  options.flatMap((option) => [option, ...flattenOptions(option.children)])

export function RadioControl({ state: { rule }, id, value, onChange, onBlur, disabled, aria }: ControlProps) {
  const { is } = settingsOf(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  const isButton = is('button') || settingsOf(rule).text('type') === 'button'
  return (
    <OptionsState source={source}>
      <Radio.Group
        id={id}
        name={id}
        disabled={disabled}
        value={value === null ? undefined : keyOf(value)}
        optionType={isButton ? 'button' : 'default'}
        options={options.map((o) => ({
          value: keyOf(o.value),
          label: o.label,
          disabled: o.disabled,
        }))}
        onBlur={onBlur}
        onChange={(e) => onChange(options.find((o) => keyOf(o.value) === e.target.value)?.value ?? null)}
        aria-describedby={aria['aria-describedby']}
      />
    </OptionsState>
  )
}

/** One or several of a list; also what is not in it, where it may be added. */
export function SelectControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  aria,
}: ControlProps) {
  const { is, text, number } = settingsOf(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  const isMany = is('multiple')
  const mayAdd = is('allowCreate')
  const chosen = (Array.isArray(value) && isMany ? value : value === null ? [] : [value]).map(keyOf)
  const most = number('multipleLimit') ?? 0
  const valueAt = (key: string): Json => options.find((o) => keyOf(o.value) === key)?.value ?? key
  // One who may add is given tags also where there is only one: the last that was taken counts.
  const isTags = isMany || mayAdd
  return (
    <OptionsState source={source}>
      <Select<string | string[]>
        {...aria}
        id={id}
        disabled={disabled}
        style={{ width: '100%' }}
        {...(isTags && { mode: mayAdd ? ('tags' as const) : ('multiple' as const) })}
        {...(isMany && most > 0 && { maxCount: most })}
        value={isTags ? chosen : (chosen[0] ?? undefined)}
        placeholder={text('placeholder') ?? '请选择'}
        allowClear={is('clearable')}
        showSearch={is('filterable') || isTags ? { optionFilterProp: 'label' } : false}
        loading={source.isBusy}
        options={options.map((o) => ({ value: keyOf(o.value), label: o.label, disabled: o.disabled }))}
        notFoundContent={source.isBusy ? '正在加载…' : '没有可选项'}
        onBlur={onBlur}
        onChange={(next: string | string[] | undefined) => {
          const keys = (Array.isArray(next) ? next : next === undefined ? [] : [next]).filter(
            (k) => k.trim() !== '',
          )
          if (isMany) onChange(keys.length > 0 ? keys.map(valueAt) : null)
          else onChange(keys.length > 0 ? valueAt(keys.at(-1) ?? '') : null)
        }}
      />
    </OptionsState>
  )
}

/** What was chosen, by its labels; a value whose option is not known stands for itself. */
export function Choice({ state: { rule }, value }: ShowProps) {
  const { options } = useOptions(rule)
  const all = flattenOptions(options)
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => findChosen(all, one)?.label ?? keyOf(one)).join('、')
}
