import { useState, type DragEvent } from 'react'
import { deptKindWords, type DeptNode } from '@portal/contract/dept/dept'
import { Icon } from '../../../ui/icon.tsx'
import { RowActions, type RowAction } from '../../../ui/list/row-actions.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { isWithin, findStep, type Spot } from '../tree.rules.ts'
import './dept-tree.css'

interface Props {
  nodes: readonly DeptNode[]
  /** False while a filter hides part of the tree. */
  movable: boolean
  editable: boolean
  actions: readonly RowAction<DeptNode>[]
  onPlace: (node: DeptNode, spot: Spot) => unknown
}
interface Drag {
  dragged: DeptNode | null
  over: { id: number; part: Part } | null
}
/** A drop on the upper part of a row puts the dept before it, elsewhere under it. */
type Part = 'before' | 'into'

/** The tree of depts, ordered by dragging or by 上移, 下移 and 移动到. */
export function DeptTree(props: Props) {
  const [drag, setDrag] = useState<Drag>({ dragged: null, over: null })
  return (
    <div className="dept-tree">
      <Branch {...props} parentId={null} depth={0} drag={drag} setDrag={setDrag} />
    </div>
  )
}

interface BranchProps extends Props {
  parentId: number | null
  depth: number
  drag: Drag
  setDrag: (drag: Drag) => void
}
function Branch(props: BranchProps) {
  return (
    <ul>
      {props.nodes.map((node, at) => (
        <Row key={node.id} {...props} node={node} at={at} />
      ))}
    </ul>
  )
}

function Row({ node, at, ...props }: BranchProps & { node: DeptNode; at: number }) {
  const { nodes, movable, editable, actions, parentId, depth, drag, setDrag, onPlace } = props
  const [open, setOpen] = useState(true)
  const target = drag.over?.id === node.id ? drag.over.part : undefined
  const nearby: RowAction<DeptNode>[] = ([-1, 1] as const).map((by) => ({
    label: by < 0 ? '上移' : '下移',
    show: () => movable && findStep(nodes, at, by, parentId) !== null,
    run: () => {
      const spot = findStep(nodes, at, by, parentId)
      return spot && onPlace(node, spot)
    },
  }))

  const findPart = (e: DragEvent): Part => {
    const box = e.currentTarget.getBoundingClientRect()
    return e.clientY < box.top + box.height * 0.35 ? 'before' : 'into'
  }
  const over = (e: DragEvent) => {
    if (!drag.dragged || isWithin(drag.dragged, node.id)) return
    e.preventDefault()
    const part = findPart(e)
    if (target !== part) setDrag({ ...drag, over: { id: node.id, part } })
  }
  const drop = (e: DragEvent) => {
    e.preventDefault()
    const { dragged } = drag
    setDrag({ dragged: null, over: null })
    if (dragged)
      void onPlace(
        dragged,
        findPart(e) === 'before' ? { parentId, beforeId: node.id } : { parentId: node.id, beforeId: null },
      )
  }
  return (
    <li>
      <div
        className="dept-row"
        data-over={target}
        data-off={!node.enabled || undefined}
        draggable={movable && editable}
        onDragStart={() => setDrag({ dragged: node, over: null })}
        onDragEnd={() => setDrag({ dragged: null, over: null })}
        onDragOver={over}
        onDrop={drop}
      >
        <span className="dept-name" style={{ paddingInlineStart: depth * 22 }}>
          {node.children.length > 0 ? (
            <button
              type="button"
              aria-expanded={open}
              aria-label={`${open ? '收起' : '展开'}${node.label}`}
              onClick={() => setOpen(!open)}
            >
              <Icon name={open ? 'down' : 'right'} size={15} />
            </button>
          ) : (
            <span className="dept-leaf" aria-hidden />
          )}
          <strong>{node.label}</strong>
        </span>
        <span className="dept-code">{node.code}</span>
        <span>{deptKindWords[node.kind]}</span>
        <span className="dept-head">{node.head ?? <span className="muted">未指定负责人</span>}</span>
        <span>
          <StateTag tone={node.enabled ? 'done' : 'stopped'} text={node.enabled ? '启用' : '停用'} />
        </span>
        {editable && (
          <RowActions row={node} actions={[...actions.slice(0, 2), ...nearby, ...actions.slice(2)]} />
        )}
      </div>
      {open && node.children.length > 0 && (
        <Branch {...props} nodes={node.children} parentId={node.id} depth={depth + 1} />
      )}
    </li>
  )
}
