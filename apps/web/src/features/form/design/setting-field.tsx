import { ColorPicker, Input, InputNumber, Select, Switch } from 'antd'
import type { Component, Setting } from '@portal/form-kit/components/component'
import { findPath, setSetting } from '@portal/form-kit/edit/set'
import { findId } from '@portal/form-kit/edit/list'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { readSetting } from '@portal/form-kit/form/judge-settings'
import { useDesigner } from './designer.ts'
import { ColumnsField } from './columns-field.tsx'
import { retypeDrafted } from './drafted.ts'
import { FetchField } from './fetch-field.tsx'
import { JsonField } from './json-field.tsx'
import { OptionsField } from './options-field.tsx'
import { Prop } from '../../../ui/form/prop.tsx'
import { TextsField } from './texts-field.tsx'
import { useFaultAt } from './verdict.ts'

interface Props {
  rule: Rule
  component: Component | undefined
  setting: Setting
}

/** The control for one setting of a component. */
export function SettingField({ rule, component, setting }: Props) {
  const { act } = useDesigner()
  const id = findId(rule)
  const path = findPath(setting)
  const fault = useFaultAt(id, path)
  // Values in a rule are JSON.
  const value = readSetting(rule, setting) as Json | undefined
  const { title: label } = setting
  const put = (next: Json | undefined) =>
    void act(
      { do: 'change', id, change: (old) => retypeDrafted(old, setSetting(old, component, setting, next)) },
      { what: `${id} ${path}` },
    )
  switch (setting.kind) {
    case 'number':
    case 'integer':
      return (
        <Prop label={label} fault={fault} inline>
          {(aria) => (
            <InputNumber<number>
              {...aria}
              value={typeof value === 'string' ? Number.parseFloat(value) : (value as number | undefined)}
              placeholder={setting.default === undefined ? '不限' : String(setting.default)}
              min={setting.min ?? Number.MIN_SAFE_INTEGER}
              max={setting.max ?? Number.MAX_SAFE_INTEGER}
              {...(setting.kind === 'integer' && { precision: 0 })}
              onChange={(next) => put(next ?? undefined)}
            />
          )}
        </Prop>
      )
    case 'switch':
      return (
        <Prop label={label} fault={fault} inline>
          {(aria) => (
            <Switch {...aria} size="small" checked={(value ?? setting.default) === true} onChange={put} />
          )}
        </Prop>
      )
    case 'text':
      return (
        <Prop label={label} fault={fault}>
          {(aria) => (
            <Input
              {...aria}
              value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
              placeholder={typeof setting.default === 'string' ? setting.default : ''}
              maxLength={500}
              onChange={(e) => put(e.target.value === '' ? undefined : e.target.value)}
            />
          )}
        </Prop>
      )
    case 'choice':
      return (
        <Prop label={label} fault={fault} inline>
          {(aria) => (
            <Select
              {...aria}
              value={value ?? setting.default ?? null}
              options={setting.choices.map((choice) => ({ ...choice }))}
              onChange={(next) => put(next)}
            />
          )}
        </Prop>
      )
    case 'colour':
      return (
        <Prop label={label} fault={fault} inline>
          {() => (
            <ColorPicker
              value={typeof value === 'string' ? value : null}
              allowClear
              onChangeComplete={(colour) => put(colour.cleared ? undefined : colour.toHexString())}
            />
          )}
        </Prop>
      )
    case 'texts':
      return <TextsField label={label} value={value} onChange={put} fault={fault} />
    case 'json':
      return <JsonField label={label} value={value ?? setting.default} onChange={put} fault={fault} />
    case 'options':
      return <OptionsField rule={rule} path={path} />
    case 'fetch':
      return <FetchField rule={rule} />
    case 'columns':
      return <ColumnsField value={value} onChange={put} />
  }
}
