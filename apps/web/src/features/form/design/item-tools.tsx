import { chooseChild } from '@portal/form-kit/edit/edit'
import { findId } from '@portal/form-kit/edit/list'
import { findComponent } from '@portal/form-kit/components/components'
import type { Edit } from '@portal/form-kit/edit/edit'
import type { Rule } from '@portal/form-kit/form/form'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { nameRule } from './design.words.ts'
import { useDesigner } from './designer.ts'

/** Buttons for all edits of a rule, so that everything works without a mouse. */
export function ItemTools({ rule }: { rule: Rule }) {
  const { act, select } = useDesigner()
  const id = findId(rule)
  const does = (edit: Edit) => () => void act(edit, { focus: true })
  return (
    <div className="fd-tools" role="toolbar" aria-label={`${nameRule(rule)}的操作`}>
      <Tool label="上移" icon="up" onClick={does({ do: 'shift', id, way: 'up' })} />
      <Tool label="下移" icon="down" onClick={does({ do: 'shift', id, way: 'down' })} />
      <Tool label="移入" icon="right" onClick={does({ do: 'shift', id, way: 'in' })} />
      <Tool label="移出" icon="left" onClick={does({ do: 'shift', id, way: 'out' })} />
      <Tool label="设置" onClick={() => select(id)} />
      <Tool label="复制" onClick={does({ do: 'copy', id })} />
      {findComponent(rule.type) && <Tool label="添加" onClick={does({ do: 'addAfter', id })} />}
      {chooseChild(rule) && <Tool label="添加子项" onClick={does({ do: 'addChild', id })} />}
      <Tool label="删除" danger onClick={does({ do: 'remove', id })} />
    </div>
  )
}

interface ToolProps {
  label: string
  icon?: IconName
  danger?: boolean
  onClick: () => void
}
const Tool = ({ label, icon, danger, onClick }: ToolProps) => (
  <button
    type="button"
    title={icon && label}
    aria-label={icon && label}
    data-danger={danger || undefined}
    onClick={onClick}
  >
    {icon ? <Icon name={icon} size={14} /> : label}
  </button>
)
