import { Tree } from 'antd'
import { useRef, useState } from 'react'
import type { MenuNode } from '@portal/contract/people/menus'
import { say } from '../../../lib/tell.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useMenuTree, useRole, useSetMenus } from '../people.queries.ts'

interface Props {
  roleId: number
  editable: boolean
  onDone: () => void
}

/** The back-office entries to which a role is restricted. */
export function RoleMenus({ roleId, editable, onDone }: Props) {
  const role = useRole({ params: { id: roleId } })
  const tree = useMenuTree()
  const write = useSetMenus()
  const [touched, setTouched] = useState<{ seen: string[]; chosen: string[] } | null>(null)
  const dirty = useRef(false)
  useLeaveQuestion(dirty, false)
  const failed = [role, tree].find((q) => q.error)
  if (!role.data || !tree.data)
    return failed?.error ? (
      <PageError error={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      <Skeleton rows={12} />
    )
  const { menus } = role.data
  const checked = touched?.chosen ?? menus
  const choose = (chosen: string[]) => {
    dirty.current = true
    setTouched({ seen: touched?.seen ?? menus, chosen })
  }
  const leaves = new Set(tree.data.flatMap(listLeaves))
  const save = async () => {
    try {
      await write.run({ body: { id: roleId, menus: checked, seen: touched?.seen ?? menus } })
      dirty.current = false
      say('success', '菜单已保存')
      onDone()
    } catch {
      // `send` has shown the failure.
    }
  }
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p className="muted">
        {checked.length === 0
          ? '没有限定：显示其权限所能打开的全部菜单。'
          : `限定为所选的 ${checked.length} 个菜单（仍须有相应权限）。`}
      </p>
      <Tree<Node>
        checkable
        selectable={false}
        disabled={!editable}
        defaultExpandAll
        treeData={tree.data.map(findNode)}
        checkedKeys={checked}
        onCheck={(keys) =>
          choose((Array.isArray(keys) ? keys : keys.checked).map(String).filter((key) => leaves.has(key)))
        }
      />
      {editable && (
        <div style={{ display: 'flex', gap: 10 }}>
          <Button kind="primary" busy={write.busy} disabled={touched === null} onClick={() => void save()}>
            保存菜单
          </Button>
          <Button disabled={checked.length === 0} onClick={() => choose([])}>
            不限定
          </Button>
        </div>
      )}
    </div>
  )
}

interface Node {
  key: string
  title: string
  children: Node[]
}
const findNode = (m: MenuNode): Node => ({
  key: m.path,
  title: m.meta.title,
  children: m.children.map(findNode),
})
const listLeaves = (m: MenuNode): string[] =>
  m.children.length > 0 ? m.children.flatMap(listLeaves) : [m.path]
