import type { Json, JsonObject } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'
import { JsonField } from './json-field.tsx'
import { PairRows, type Pair } from './pair-rows.tsx'
import { Prop } from '../../../ui/form/prop.tsx'
import { formatValue } from '../shared/conditions.ts'

interface ColumnPair extends Pair {
  item: JsonObject
}

/**
 * Columns of a table: the title and the name of its values; a column's other keys are kept. A column with
 * components of its own has its names in them, so only its title is edited here.
 */
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
    const hasOwn = isObject(item['rule']) || Array.isArray(item['rule'])
    const pair = { first: formatValue(item['label']), second: formatValue(item['prop']), item }
    return { ...pair, isStored: true, ...(hasOwn && { instead: '自带组件' }) }
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
            onChange={(next) => onChange(next.map(writeColumn))}
            fresh={(n) => ({ first: '', second: `column${n}`, item: {} })}
          />
        )}
      </Prop>
      <JsonField label="列的 JSON" value={columns as Json[]} onChange={(next) => onChange(next ?? [])} />
    </>
  )
}

/** A column with the texts that were changed; one without a title or a name gets no empty one. */
const writeColumn = ({ first, second, item }: ColumnPair): Json => ({
  ...item,
  ...(formatValue(item['label']) !== first && { label: first }),
  ...(formatValue(item['prop']) !== second && { prop: second.trim() }),
})
