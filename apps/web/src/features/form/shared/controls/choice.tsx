import { Checkbox, Radio, Select } from 'antd'
import type { Json } from '@portal/form-kit/form/form'
import type { ControlProps, ShowProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { OptionsState, useOptions } from '../use-options.tsx'
import { findByKey, flattenOptions, makeKey, listValues, valueOfList } from './options.ts'

export function RadioControl({ state: { rule }, id, value, onChange, onBlur, disabled }: ControlProps) {
  const { is, text } = readSettings(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  return (
    <OptionsState source={source}>
      <Radio.Group
        id={id}
        name={id}
        disabled={disabled}
        value={value === null ? undefined : makeKey(value)}
        optionType={is('button') || text('type') === 'button' ? 'button' : 'default'}
        options={options.map((o) => ({
          value: makeKey(o.value),
          label: o.label,
          disabled: disabled || o.disabled,
        }))}
        onBlur={onBlur}
        onChange={(e) => onChange(findByKey(options, String(e.target.value))?.value ?? null)}
        aria-labelledby={`${id}-label`}
      />
    </OptionsState>
  )
}

/** Checkboxes. When the maximum is reached, the others are disabled. */
export function CheckboxControl({ state: { rule }, id, value, onChange, onBlur, disabled }: ControlProps) {
  const { is, text, number } = readSettings(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  const chosen = listValues(value).map(makeKey)
  const most = number('max') ?? 0
  const isFull = most > 0 && chosen.length >= most
  return (
    <OptionsState source={source}>
      <div className={is('button') || text('type') === 'button' ? 'fv-buttons' : undefined} onBlur={onBlur}>
        <Checkbox.Group
          name={id}
          disabled={disabled}
          value={chosen}
          options={options.map((o) => ({
            value: makeKey(o.value),
            label: o.label,
            disabled: disabled || o.disabled || (isFull && !chosen.includes(makeKey(o.value))),
          }))}
          onChange={(keys) =>
            onChange(valueOfList(keys.map((key) => findByKey(options, String(key))?.value ?? key)))
          }
        />
      </div>
    </OptionsState>
  )
}

/** A select for one or several options; if the rule allows it, also for values that are not in the list. */
export function SelectControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  aria,
}: ControlProps) {
  const { is, text, number } = readSettings(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  const isMany = is('multiple')
  const mayAdd = is('allowCreate')
  const chosen = listValues(value).map(makeKey)
  const most = number('multipleLimit') ?? 0
  const valueAt = (key: string): Json => findByKey(options, key)?.value ?? key
  // antd adds values only in tags mode, so it is also used for a single choice: the last tag wins.
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
        value={isTags ? chosen : chosen[0]}
        placeholder={text('placeholder') ?? '请选择'}
        allowClear={is('clearable')}
        showSearch={is('filterable') || isTags ? { optionFilterProp: 'label' } : false}
        loading={source.isBusy}
        options={options.map((o) => ({ value: makeKey(o.value), label: o.label, disabled: o.disabled }))}
        notFoundContent={source.isBusy ? '正在加载…' : '没有可选项'}
        onBlur={onBlur}
        onChange={(next: string | string[] | undefined) => {
          const keys = [next ?? []].flat().filter((key) => key.trim() !== '')
          if (isMany) onChange(valueOfList(keys.map(valueAt)))
          else onChange(keys.length > 0 ? valueAt(keys.at(-1) ?? '') : null)
        }}
      />
    </OptionsState>
  )
}

/** The labels of the chosen options; a value without a known option is shown itself. */
export function ShownChoice({ state: { rule }, value }: ShowProps) {
  const options = flattenOptions(useOptions(rule).options)
  return listValues(value)
    .map((one) => findByKey(options, makeKey(one))?.label ?? makeKey(one))
    .join('、')
}
