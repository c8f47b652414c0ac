import { Collapse } from 'antd'
import type { Setting } from '@portal/form-kit/components/component'
import { gridSettings } from '@portal/form-kit/components/component'
import { findAsking, findComponent } from '@portal/form-kit/components/components'
import { findSpot, findId } from '@portal/form-kit/edit/list'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { BasePanel } from './base-panel.tsx'
import { ControlPanel } from './control-panel.tsx'
import { nameKind, namePlace } from './design.words.ts'
import { useDesign, useDesigner } from './designer.ts'
import { JsonField } from './json-field.tsx'
import { judgeRule } from './judge-rule.ts'
import { SettingField } from './setting-field.tsx'
import { ValidatePanel } from './validate-panel.tsx'

/** All settings of the selected component. */
export function PropsPanel() {
  const form = useDesign(({ design }) => design.form)
  const selected = useDesign(({ design }) => design.selected)
  const spot = findSpot(form, selected)
  if (!spot) return <p className="prop-hint">点画布中的组件，在这里设置它的属性</p>
  const { rule } = spot
  const asks = findAsking(rule) !== null
  const sections = [
    (asks || rule.field !== undefined || rule.title !== undefined) && {
      key: 'base',
      label: '基本',
      children: <BasePanel rule={rule} />,
    },
    { key: 'props', label: '属性', children: <Settings rule={rule} /> },
    asks && { key: 'validate', label: '校验', children: <ValidatePanel rule={rule} /> },
    (asks || rule.control !== undefined) && {
      key: 'control',
      label: '联动条件',
      children: <ControlPanel rule={rule} />,
    },
    { key: 'grid', label: '宽度与位置', children: <Grid rule={rule} /> },
  ].filter((section) => section !== false)
  return (
    <div key={findId(rule)}>
      <p className="fd-where">
        <strong>{nameKind(rule)}</strong>
        <span className="muted">{namePlace(spot)}</span>
      </p>
      <Collapse
        size="small"
        ghost
        defaultActiveKey={['base', 'props', 'validate', 'control']}
        items={sections}
      />
    </div>
  )
}

/** The interface of options is not listed here: `OptionsField` edits it. */
const isShown = ({ kind }: Setting): boolean => kind !== 'fetch'

function Settings({ rule }: { rule: Rule }) {
  const { act } = useDesigner()
  const component = findComponent(rule.type)
  const id = findId(rule)
  return (
    <>
      {(component?.settings ?? []).filter(isShown).map((setting) => (
        <SettingField key={setting.name} rule={rule} component={component} setting={setting} />
      ))}
      <JsonField
        label="组件 JSON"
        value={rule as Json}
        judge={(value) => judgeRule(value)}
        // `judgeRule` has checked that it is a rule.
        onChange={(value) =>
          void act({ do: 'change', id, change: (old) => (value as Rule | undefined) ?? old })
        }
      />
    </>
  )
}

/** A column has its position in its own settings, so it has no grid settings here. */
function Grid({ rule }: { rule: Rule }) {
  const component = findComponent(rule.type)
  if (component?.kind === 'col') return <p className="prop-hint">列的宽度在“属性”中设置</p>
  return (
    <>
      {gridSettings.map((setting) => (
        <SettingField key={setting.name} rule={rule} component={undefined} setting={setting} />
      ))}
    </>
  )
}
