import { Tree } from 'antd'
import { useRef, useState } from 'react'
import type { PermissionNode } from '@portal/contract/people/rights'
import { say } from '../../../lib/tell.ts'
import { useLeaveQuestion } from '../../../ui/form/leave.ts'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { usePermissionTree, useRole, useSetPermissions } from '../people.queries.ts'

interface Props {
  roleId: number
  editable: boolean
  onDone: () => void
}

/**
 * The permissions of a role. A parent only groups its children and does not include them, so each is ticked
 * separately.
 */
export function RolePermissions({ roleId, editable, onDone }: Props) {
  const role = useRole({ params: { id: roleId } })
  const tree = usePermissionTree()
  const write = useSetPermissions()
  const [touched, setTouched] = useState<{ seen: number[]; chosen: number[] } | null>(null)
  const dirty = useRef(false)
  useLeaveQuestion(dirty, false)
  const failed = [role, tree].find((q) => q.error)
  if (!role.data || !tree.data)
    return failed?.error ? (
      <PageError error={failed.error} onRetry={() => void failed.refetch()} />
    ) : (
      <Skeleton rows={12} />
    )
  const { permissionIds } = role.data
  const checked = touched?.chosen ?? permissionIds
  const save = async () => {
    try {
      await write.run({ body: { id: roleId, permissionIds: checked, seen: touched?.seen ?? permissionIds } })
      dirty.current = false
      say('success', '权限已保存，相关用户下次操作即生效')
      onDone()
    } catch {
      // `send` has shown the failure.
    }
  }
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p className="muted">
        已选 {checked.length} 项。上级只用于归类，不包含下级，请逐项勾选；“超级管理员”包含全部权限。
      </p>
      <Tree<Node>
        checkable
        checkStrictly
        selectable={false}
        disabled={!editable}
        defaultExpandAll
        treeData={tree.data.map(findNode)}
        checkedKeys={checked}
        onCheck={(keys) => {
          dirty.current = true
          setTouched({
            seen: touched?.seen ?? permissionIds,
            chosen: (Array.isArray(keys) ? keys : keys.checked).map(Number),
          })
        }}
      />
      {editable && (
        <div>
          <Button kind="primary" busy={write.busy} disabled={touched === null} onClick={() => void save()}>
            保存权限
          </Button>
        </div>
      )}
    </div>
  )
}

interface Node {
  key: number
  title: string
  children: Node[]
}
const findNode = (p: PermissionNode): Node => ({
  key: p.id,
  title: `${p.name}（${p.code}）`,
  children: p.children.map(findNode),
})
