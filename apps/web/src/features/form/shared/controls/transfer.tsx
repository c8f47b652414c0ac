import { Checkbox, Transfer } from 'antd'
import { contains } from '../../../../lib/contains.ts'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { OptionsState, useOptions } from '../use-options.tsx'
import { findByKey, flattenOptions, makeKey, listValues, valueOfList } from './options.ts'

/** Two lists to move items between. antd's checkboxes have no accessible names, so this renders the items. */
export default function TransferControl({
  state: { rule },
  value,
  onChange,
  onBlur,
  disabled,
}: ControlProps) {
  const { is, texts, text } = readSettings(rule)
  const source = useOptions(rule)
  const options = flattenOptions(source.options)
  const titles = texts('titles')
  return (
    <OptionsState source={source}>
      <div className="fv-transfer" onBlur={onBlur}>
        <Transfer
          disabled={disabled}
          dataSource={options.map((o) => ({ key: makeKey(o.value), title: o.label, disabled: o.disabled }))}
          targetKeys={listValues(value).map(makeKey)}
          titles={[titles[0] ?? '可选', titles[1] ?? '已选']}
          actions={['加入', '移出']}
          showSearch={is('filterable')}
          showSelectAll={false}
          locale={{
            searchPlaceholder: text('filterPlaceholder') ?? '搜索',
            itemUnit: '项',
            itemsUnit: '项',
          }}
          filterOption={(typed, item) => contains(item.title, typed)}
          onChange={(keys) =>
            onChange(valueOfList(keys.map((key) => findByKey(options, String(key))?.value ?? String(key))))
          }
        >
          {({ filteredItems, selectedKeys, onItemSelect, disabled: isClosed }) => (
            <ul className="fv-transfer-list">
              {filteredItems.map((item) => (
                <li key={item.key}>
                  <Checkbox
                    disabled={isClosed || item.disabled}
                    checked={selectedKeys.includes(item.key)}
                    onChange={(e) => onItemSelect(item.key, e.target.checked)}
                  >
                    {item.title}
                  </Checkbox>
                </li>
              ))}
              {filteredItems.length === 0 && <li className="muted">没有内容</li>}
            </ul>
          )}
        </Transfer>
      </div>
    </OptionsState>
  )
}
