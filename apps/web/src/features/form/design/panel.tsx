import { Tabs } from 'antd'
import { useDesign, useDesigner, type Tab } from './designer.ts'
import { FormPanel } from './form-panel.tsx'
import { PropsPanel } from './props-panel.tsx'

/** The settings panel: 表单 for the form, 属性 for the selected rule. */
export function Panel() {
  const { setTab } = useDesigner()
  const tab = useDesign((state) => state.tab)
  return (
    <aside className="fd-panel" aria-label="设置">
      <Tabs
        size="small"
        activeKey={tab}
        onChange={(key) => setTab(key as Tab)} // the keys below
        items={[
          { key: 'form', label: '表单', children: <FormPanel /> },
          { key: 'props', label: '属性', children: <PropsPanel /> },
        ]}
      />
    </aside>
  )
}
