import { AutoComplete, Input, Select } from 'antd'
import { findComponent } from '@portal/form-kit/components/components'
import { findId } from '@portal/form-kit/edit/list'
import { setAt } from '@portal/form-kit/edit/set'
import type { Json, JsonObject, Rule } from '@portal/form-kit/form/form'
import { isObject } from '@portal/form-kit/form/scan'
import { judgeFetch } from '@portal/form-kit/options/options'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { judgeParse } from '../shared/sandbox.ts'
import { useDesigner } from './designer.ts'
import { useSources } from './design.queries.ts'
import { JsonField } from './json-field.tsx'
import { Prop } from '../../../ui/form/prop.tsx'

/** Milliseconds after the last change until the description is applied. */
const WAIT_MS = 1_000
interface Typed {
  action: string
  method: 'GET' | 'POST'
  dataType: 'formData' | 'json'
  data: Json
  headers: Json
  parse: string
}

/** The interface that gives a component's options; an administrator has to allow it. */
export function FetchField({ rule }: { rule: Rule }) {
  const { act, store } = useDesigner()
  const id = findId(rule)
  const said = rule.effect?.['fetch']
  const [typed, setTyped] = useState<Typed>(() => readTyped(said))
  const [faults, setFaults] = useState<{ action?: string; parse?: string }>({})
  const { data: sources } = useSources()
  /** Whether the values still have to be applied. They are applied once when the field is first shown. */
  const pending = useRef<'shown' | 'typed' | null>('shown')
  const isDropped = useRef(false)

  /** Applies the description if it is valid; otherwise shows its faults. */
  const submit = useEffectEvent(async (isShown: boolean) => {
    pending.current = null
    const action = judgeFetch(typed)
    const parse = typed.parse.trim() === '' ? null : await judgeParse(typed.parse)
    if (isShown) setFaults({ ...(action && { action }), ...(parse && { parse }) })
    // Another source was chosen while the function was judged, for which its frame may have to be loaded.
    if (action || parse || isDropped.current) return
    const before = isObject(said) ? (said as JsonObject) : {}
    const next = writeTyped(typed, before, rule)
    if (JSON.stringify(next) !== JSON.stringify(said))
      act({ do: 'change', id, change: (old) => setAt(old, 'effect.fetch', next) })
  })
  useEffect(() => {
    const timer = setTimeout(() => void submit(true), pending.current === 'shown' ? 0 : WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // If the designer selects another rule within that second, the change is applied at once. If this rule is
  // still selected, another source was chosen for its options, and the interface would take precedence.
  const leave = useEffectEvent(() => {
    const isLeft = store.get().design.selected !== id
    isDropped.current = !isLeft
    if (pending.current === 'typed' && isLeft) void submit(false)
  })
  useEffect(() => {
    isDropped.current = false
    return () => leave()
  }, [])
  const change = (part: Partial<Typed>) => {
    pending.current = 'typed'
    setTyped({ ...typed, ...part })
  }

  return (
    <div className="fd-fetch">
      <Prop label="接口地址" fault={faults.action} hint="只能使用管理员登记的接口">
        {(aria) => (
          <AutoComplete
            {...aria}
            value={typed.action}
            onChange={(action: string) => change({ action })}
            options={(sources ?? [])
              .filter(({ enabled }) => enabled)
              .map(({ name, address, method }) => ({
                value: address,
                label: `${name}（${method} ${address}）`,
              }))}
            placeholder="/api/v2/…"
          />
        )}
      </Prop>
      <Prop label="请求方式">
        {(aria) => (
          <Select
            {...aria}
            value={typed.method}
            options={[{ value: 'GET' }, { value: 'POST' }]}
            onChange={(method) => change({ method })}
          />
        )}
      </Prop>
      {typed.method === 'POST' && (
        <Prop label="数据类型">
          {(aria) => (
            <Select
              {...aria}
              value={typed.dataType}
              options={[
                { value: 'formData', label: 'FormData' },
                { value: 'json', label: 'JSON' },
              ]}
              onChange={(dataType) => change({ dataType })}
            />
          )}
        </Prop>
      )}
      <JsonField
        label="附带数据"
        value={typed.data}
        judge={judgeObject}
        onChange={(data) => change({ data: data ?? {} })}
      />
      <JsonField
        label="请求头"
        value={typed.headers}
        judge={judgeObject}
        onChange={(headers) => change({ headers: headers ?? {} })}
      />
      <p className="prop-hint">请求头只随表单保存，平台查询接口时不会发送</p>
      <Prop label="解析函数" fault={faults.parse} hint="留空时取返回内容的 data；在隔离环境中运行">
        {(aria) => (
          <Input.TextArea
            {...aria}
            autoSize={{ minRows: 3, maxRows: 12 }}
            value={typed.parse}
            maxLength={5_000}
            placeholder="function (res) { return res.data }"
            onChange={(e) => change({ parse: e.target.value })}
          />
        )}
      </Prop>
    </div>
  )
}

const judgeObject = (value: Json): string | null => (isObject(value) ? null : '应为对象，如 {"type": 1}')

function readTyped(said: unknown): Typed {
  const fetch = isObject(said) ? said : typeof said === 'string' ? { action: said } : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const { action, method, dataType, data, headers, _parse, parse } = fetch as Record<string, unknown>
  return {
    action: text(action),
    method: text(method).toUpperCase() === 'POST' ? 'POST' : 'GET',
    dataType: text(dataType).toLowerCase() === 'json' ? 'json' : 'formData',
    data: isObject(data) ? (data as JsonObject) : {},
    headers: isObject(headers) ? (headers as JsonObject) : {},
    parse: text(_parse) || text(parse),
  }
}

/** The description as the rule stores it; its other keys are kept. */
function writeTyped(typed: Typed, before: JsonObject, rule: Rule): JsonObject {
  const { dataType: _type, parse: _older, _parse, ...rest } = before
  const to = typeof before['to'] === 'string' && before['to'] !== '' ? before['to'] : null
  return {
    ...rest,
    to: to ?? rule.optionsTo ?? findComponent(rule.type)?.options ?? 'options',
    action: typed.action.trim(),
    method: typed.method,
    ...(typed.method === 'POST' && { dataType: typed.dataType }),
    data: typed.data,
    headers: typed.headers,
    ...(typed.parse.trim() !== '' && { _parse: typed.parse }),
  }
}
