import { Transfer } from 'antd'
import type { ControlProps } from '../control.ts'
import { settingsOf } from '../settings.ts'
import { OptionsState, useOptions } from '../use-options.tsx'
import { findByKey, flattenOptions, keyOf, listOf, valueOfList } from './options.ts'

/** Two lists, from one into the other. */
export default function TransferControl({
  state: { rule },
  value,
  onChange,
  onBlur,
  disabled,
}: ControlProps) {
  const { is, texts, text } = settingsOf(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  const titles = texts('titles')
  return (
    <OptionsState source={source}>
      <div className="fv-transfer" onBlur={onBlur}>
        <Transfer
          disabled={disabled}
          dataSource={options.map((o) => ({ key: keyOf(o.value), title: o.label, disabled: o.disabled }))}
          targetKeys={listOf(value).map(keyOf)}
          titles={[titles[0] ?? '可选', titles[1] ?? '已选']}
          showSearch={is('filterable')}
          locale={{ ...(text('filterPlaceholder') && { searchPlaceholder: text('filterPlaceholder') }) }}
          render={(item) => item.title}
          onChange={(keys) =>
            onChange(valueOfList(keys.map((key) => findByKey(options, String(key))?.value ?? String(key))))
          }
        />
      </div>
    </OptionsState>
  )
}
