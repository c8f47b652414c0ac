import { Segmented } from 'antd'
import { findComponent } from '@portal/form-kit/components/components'
import { findId } from '@portal/form-kit/edit/list'
import { setAt } from '@portal/form-kit/edit/set'
import { findFetch, readPath } from '@portal/form-kit/options/options'
import type { Json, JsonObject, Rule } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'
import { useState } from 'react'
import { useDesigner } from './designer.ts'
import { FetchField } from './fetch-field.tsx'
import { JsonField } from './json-field.tsx'
import { PairRows, type Pair } from './pair-rows.tsx'
import { formatValue, parseValue } from '../shared/conditions.ts'
import { useFaultAt } from './verdict.ts'

const sources = [
  { value: 'static', label: '静态' },
  { value: 'json', label: 'JSON' },
  { value: 'interface', label: '接口' },
] as const
type Source = (typeof sources)[number]['value']
interface OptionPair extends Pair {
  item: JsonObject
}

/** Options: typed pairs, JSON, or an interface. */
export function OptionsField({ rule, path }: { rule: Rule; path: string }) {
  const { act } = useDesigner()
  const id = findId(rule)
  const listed = readPath(rule, path)
  const items = Array.isArray(listed) ? (listed as Json[]) : []
  const key = findComponent(rule.type)?.kind === 'transfer' ? 'key' : 'value'
  const pairs = makePairs(items, key)
  const fault = useFaultAt(id, path)
  const isTree = ['cascader', 'tree'].includes(findComponent(rule.type)?.kind ?? '')
  const own: Source = findFetch(rule) ? 'interface' : pairs && !isTree ? 'static' : 'json'
  const [chosen, setChosen] = useState<Source | null>(null)
  const source = chosen ?? own
  const choose = (next: Source) => {
    setChosen(next)
    // The interface is removed, since it would take precedence over typed options.
    if (next !== 'interface' && findFetch(rule))
      act({
        do: 'change',
        id,
        change: (old) => setAt(setAt(old, 'effect.fetch', undefined), 'fetch', undefined),
      })
  }
  const put = (next: Json | undefined) =>
    void act({ do: 'change', id, change: (old) => setAt(old, path, next ?? []) }, { what: `${id} ${path}` })
  return (
    <div className="fd-options">
      <Segmented
        block
        size="small"
        aria-label="选项来源"
        value={source}
        onChange={choose}
        options={sources.filter(({ value }) => value !== 'static' || !isTree).map((s) => ({ ...s }))}
      />
      {source === 'interface' && <FetchField key={id} rule={rule} />}
      {source === 'json' && <JsonField label="选项" value={items} onChange={put} judge={judgeList} />}
      {source === 'static' &&
        (pairs ? (
          <PairRows<OptionPair>
            key={id}
            label="选项"
            titles={['选项名称', '选项值']}
            add="添加选项"
            pairs={pairs}
            onChange={(next) => put(next.map((pair) => findItem(pair, key)))}
            fresh={(n) => ({ first: '', second: String(n), item: {} })}
          />
        ) : (
          <p className="prop-hint">现有选项含有子项或其他内容，请在“JSON”中修改</p>
        ))}
      {fault && (
        <p className="prop-hint" data-fault>
          {fault}
        </p>
      )}
    </div>
  )
}

const judgeList = (value: Json): string | null => (Array.isArray(value) ? null : '选项应为数组')

/** Options as pairs of texts; `null` if they are nested. An option's other keys are kept. */
function makePairs(items: readonly Json[], key: string): OptionPair[] | null {
  const pairs = items.flatMap((item) => {
    if (!isObject(item) || 'children' in item || 'options' in item) return []
    const { label, [key]: value } = item as JsonObject
    return [{ first: formatValue(label), second: formatValue(value), item: item as JsonObject }]
  })
  return pairs.length === items.length ? pairs : null
}
function findItem({ first, second, item }: OptionPair, key: string): Json {
  const value = formatValue(item[key]) === second ? (item[key] ?? null) : parseValue(second)
  return {
    ...item,
    [key]: value,
    label: formatValue(item['label']) === first ? (item['label'] ?? '') : first.trim(),
  }
}
