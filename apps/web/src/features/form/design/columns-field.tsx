import type { Json, JsonObject } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'
import { JsonField } from './json-field.tsx'
import { PairRows, type Pair } from './pair-rows.tsx'
import { Prop } from '../../../ui/form/prop.tsx'
import { formatValue } from '../shared/conditions.ts'

interface ColumnPair extends Pair {
  item: JsonObject
}

/** Columns of a table: the title and the name of its values; a column's other keys are kept. */
export function ColumnsField({
  value,
  onChange,
}: {
  value: Json | undefined
  onChange: (value: Json) => void
}) {
  const columns = Array.isArray(value) ? value.filter(isObject) : []
  const pairs = columns.map((column): ColumnPair => {
    const item = column as JsonObject
    return { first: formatValue(item['label']), second: formatValue(item['prop']), item }
  })
  return (
    <>
      <Prop label="列" group>
        {() => (
          <PairRows<ColumnPair>
            label="列"
            titles={['列标题', '列字段名']}
            add="添加列"
            pairs={pairs}
            onChange={(next) =>
              onChange(
                next.map(({ first, second, item }) => ({ ...item, label: first, prop: second.trim() })),
              )
            }
            fresh={(rows) => ({ first: '', second: `column${rows.length + 1}`, item: {} })}
          />
        )}
      </Prop>
      <JsonField label="列的 JSON" value={columns as Json[]} onChange={(next) => onChange(next ?? [])} />
    </>
  )
}
