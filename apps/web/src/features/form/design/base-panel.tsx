import { Input, Switch } from 'antd'
import { findComponent } from '@portal/form-kit/components/components'
import { findSpot, findId } from '@portal/form-kit/edit/list'
import { judgeName } from '@portal/form-kit/edit/names'
import type { Rule } from '@portal/form-kit/form/form'
import { isMarked } from '@portal/form-kit/check/check'
import { makeMessage } from '@portal/form-kit/check/title'
import { isObject } from '@portal/form-kit/form/scan'
import { useState } from 'react'
import { DefaultField } from './default-field.tsx'
import { findDrafted } from './drafted.ts'
import { useDesigner } from './designer.ts'
import { Prop } from '../../../ui/form/prop.tsx'
import { useFaultAt } from './verdict.ts'

/**
 * The settings that every field has: its name, its title, the hint beside it, and whether it is required.
 */
export function BasePanel({ rule }: { rule: Rule }) {
  const { act } = useDesigner()
  const id = findId(rule)
  const put = (key: 'title' | 'info', value: string) =>
    act({ do: 'change', id, change: (old) => changeText(old, key, value) }, { what: `${id} ${key}` })
  const asks = findComponent(rule.type)?.value
  return (
    <>
      <FieldName key={`${id} ${rule.field ?? ''}`} rule={rule} />
      <Prop label="标题">
        {(aria) => (
          <Input
            {...aria}
            value={textIn(rule.title, 'title')}
            maxLength={100}
            onChange={(e) => put('title', e.target.value)}
          />
        )}
      </Prop>
      <Prop label="提示信息" hint="显示在组件下方">
        {(aria) => (
          <Input.TextArea
            {...aria}
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={textIn(rule.info, 'info')}
            maxLength={300}
            onChange={(e) => put('info', e.target.value)}
          />
        )}
      </Prop>
      {asks && <Required rule={rule} />}
      <DefaultField rule={rule} />
    </>
  )
}

/** Reads a title, which is a text or an object. The other keys of an object are kept on change. */
const textIn = (value: unknown, key: string): string => {
  const text = isObject(value) ? (value[key] ?? value['title']) : value
  return typeof text === 'string' ? text : ''
}
function changeText(rule: Rule, key: 'title' | 'info', text: string): Rule {
  const before = rule[key]
  const changed: Rule = { ...rule, [key]: isObject(before) ? { ...before, [key]: text } : text }
  return key === 'title' ? findDrafted(rule, changed) : changed
}

/** The name takes effect when typing ends: a half-typed name may equal another field's. */
function FieldName({ rule }: { rule: Rule }) {
  const { act, store } = useDesigner()
  const id = findId(rule)
  const [typed, setTyped] = useState(rule.field ?? '')
  const { form } = store.get().design
  const said = useFaultAt(id, 'field')
  const own = typed === (rule.field ?? '') ? said : judgeName(form, id, typed)
  const accept = () => {
    if (typed !== rule.field && findSpot(form, id) && judgeName(form, id, typed) === null)
      act({ do: 'rename', id, field: typed })
  }
  return (
    <Prop label="字段名" fault={own} hint="提交的数据以此为名，同一表单中不能重复">
      {(aria) => (
        <Input
          {...aria}
          value={typed}
          maxLength={64}
          showCount
          status={own ? 'error' : ''}
          onChange={(e) => setTyped(e.target.value)}
          onBlur={accept}
          onPressEnter={accept}
        />
      )}
    </Prop>
  )
}

function Required({ rule }: { rule: Rule }) {
  const { act } = useDesigner()
  const id = findId(rule)
  const { $required } = rule
  const prompt = typeof $required === 'string' ? $required : textIn($required, 'message')
  const put = (value: Rule['$required'], what?: string) =>
    act(
      {
        do: 'change',
        id,
        change: (old) => ({ ...old, ...(value === undefined ? {} : { $required: value }) }),
      },
      what === undefined ? {} : { what },
    )
  return (
    <>
      <Prop label="必填" inline>
        {(aria) => <Switch {...aria} size="small" checked={isMarked(rule)} onChange={(on) => put(on)} />}
      </Prop>
      {isMarked(rule) && (
        <Prop label="未填写时的提示">
          {(aria) => (
            <Input
              {...aria}
              value={prompt}
              maxLength={100}
              placeholder={makeMessage(rule, true)}
              onChange={(e) => {
                const text = e.target.value
                put(isObject($required) ? { ...$required, message: text } : text || true, `${id} required`)
              }}
            />
          )}
        </Prop>
      )}
    </>
  )
}
