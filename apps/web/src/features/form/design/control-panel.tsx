import { Button, Input, Select } from 'antd'
import { findTitle } from '@portal/form-kit/check/title'
import { findSpot, findId } from '@portal/form-kit/edit/list'
import { listScope, listTargets } from '@portal/form-kit/edit/names'
import type { Condition, Control, Json, Method, Rule } from '@portal/form-kit/form/form'
import { conditions } from '@portal/form-kit/form/form'
import { broughtBy, listControls, listRules, namedBy } from '@portal/form-kit/form/inner'
import { limits } from '@portal/form-kit/form/limits'
import { Icon } from '../../../ui/icon.tsx'
import {
  listChoices,
  conditionWords,
  findValue,
  keepValue,
  SEVERAL,
  formatValue,
  parseValue,
  WITHOUT,
} from '../shared/conditions.ts'
import { nameRule } from './design.words.ts'
import { useDesign, useDesigner } from './designer.ts'
import { Prop } from '../../../ui/form/prop.tsx'
import { useFaultAt } from './verdict.ts'

const methodWords: Record<Method, string> = {
  if: '才出现',
  hidden: '才出现（hidden）',
  display: '才可见，隐藏时保留内容',
  show: '才可见（show）',
  enabled: '才可填写',
  disabled: '才可填写（disabled）',
  required: '才必填',
}
/** The methods that our designer offers; other methods of an imported form are shown and kept. */
const offered: readonly Method[] = ['if', 'display', 'enabled', 'required']

/** Conditions on this field's value, and the rules that they show, enable or require. */
export function ControlPanel({ rule }: { rule: Rule }) {
  const { act } = useDesigner()
  const form = useDesign(({ design }) => design.form)
  const id = findId(rule)
  const controls = listControls(rule)
  const targets = listTargets(form, id)
  const spot = findSpot(form, id)
  const beside = spot ? listRules([...listScope(form, spot)], '') : []
  const by = beside.filter(({ rule: other }) =>
    listControls(other).some((c) => namedBy(c).some((n) => n === rule.field || n === rule.name)),
  )
  const put = (control: Control[], what?: string) =>
    act(
      {
        do: 'change',
        id,
        change: ({ control: _old, ...rest }) => ({ ...rest, ...(control.length > 0 && { control }) }) as Rule,
      },
      what === undefined ? {} : { what },
    )
  return (
    <div className="fd-entries">
      {by.length > 0 && (
        <p className="prop-hint">由{by.map(({ rule: other }) => nameRule(other)).join('、')}控制</p>
      )}
      {controls.map((control, i) => (
        <ControlEntry
          key={i}
          rule={rule}
          control={control}
          number={i}
          targets={targets}
          onChange={(next, what) => put(controls.toSpliced(i, 1, next), what && `${id} control ${i}`)}
          onRemove={() => put(controls.toSpliced(i, 1))}
        />
      ))}
      <Button
        size="small"
        disabled={controls.length >= limits.controls}
        onClick={() => put([...controls, { value: '', condition: '==', method: 'if', rule: [] }])}
      >
        添加条件
      </Button>
    </div>
  )
}

interface EntryProps {
  rule: Rule
  control: Control
  number: number
  targets: readonly Rule[]
  onChange: (control: Control, what?: string) => void
  onRemove: () => void
}
function ControlEntry({ rule, control, number, targets, onChange, onRemove }: EntryProps) {
  const name = `条件 ${number + 1}`
  const brought = broughtBy(control)
  const method = control.method ?? 'if'
  const condition = control.condition ?? '=='
  return (
    <fieldset className="fd-entry">
      <legend>{name}</legend>
      <button type="button" className="fd-entry-close" aria-label={`删除${name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
      <Prop label={`当${findTitle(rule)}`} inline>
        {(aria) => (
          <Select
            {...aria}
            value={condition}
            options={conditions
              .filter((c) => c !== '<>' || c === condition)
              .map((value) => ({ value, label: conditionWords[value] }))}
            onChange={(next: Condition) => onChange(changeCondition(control, next))}
          />
        )}
      </Prop>
      <Value rule={rule} control={control} number={number} onChange={onChange} />
      {brought.length > 0 ? (
        <p className="prop-hint">
          带出 {brought.length} 个组件：{brought.map(nameRule).join('、')}（保持原样）
        </p>
      ) : (
        <>
          <Prop label="以下组件">
            {(aria) => (
              <Select
                {...aria}
                mode="multiple"
                placeholder="选择受控的组件"
                notFoundContent="同一表单或同一数组中没有这样的组件"
                optionFilterProp="label"
                value={namedBy(control)}
                options={targets.map((target) => ({
                  value: target.field ?? target.name ?? '',
                  label: nameRule(target),
                }))}
                onChange={(fields: string[]) => onChange({ ...control, rule: fields })}
              />
            )}
          </Prop>
          <Prop label="效果" inline>
            {(aria) => (
              <Select
                {...aria}
                value={method}
                options={[...new Set([...offered, method])].map((value) => ({
                  value,
                  label: methodWords[value] ?? value,
                }))}
                onChange={(next: Method) => onChange({ ...control, method: next })}
              />
            )}
          </Prop>
        </>
      )}
    </fieldset>
  )
}

function changeCondition(control: Control, condition: Condition): Control {
  const { value, ...rest } = control
  const kept = keepValue(condition, value)
  return { ...rest, condition, ...(kept !== undefined && { value: kept }) }
}

function Value({ rule, control, number, onChange }: Omit<EntryProps, 'targets' | 'onRemove'>) {
  const fault = useFaultAt(findId(rule), `control[${number}].value`)
  const { condition = '==', value } = control
  if (WITHOUT.includes(condition)) return null
  const put = (next: Json) => onChange({ ...control, value: next }, 'value')
  const choices = listChoices(rule)
  if (SEVERAL.includes(condition))
    return (
      <Prop label="值" fault={fault} hint={/etween/.test(condition) ? '依次填写两个数' : undefined}>
        {(aria) => (
          <Select
            {...aria}
            mode="tags"
            value={Array.isArray(value) ? value.map(formatValue) : []}
            options={choices.map(({ text, label }) => ({ value: text, label }))}
            onChange={(texts: string[]) => put(texts.map((text) => findValue(choices, text)))}
          />
        )}
      </Prop>
    )
  return (
    <Prop label="值" fault={fault}>
      {(aria) =>
        choices.length > 0 && condition !== 'pattern' ? (
          <Select
            {...aria}
            value={value == null || value === '' ? null : formatValue(value)}
            placeholder="请选择"
            options={choices.map(({ text, label }) => ({ value: text, label }))}
            onChange={(text: string) => put(findValue(choices, text))}
          />
        ) : (
          <Input
            {...aria}
            value={formatValue(value)}
            maxLength={500}
            onChange={(e) => put(condition === 'pattern' ? e.target.value : parseValue(e.target.value))}
          />
        )
      }
    </Prop>
  )
}
