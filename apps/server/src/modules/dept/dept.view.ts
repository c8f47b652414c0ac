import type { DeptNode } from '@portal/contract/dept/dept'
import type { DeptRow } from './dept.store.ts'

/** Depts, in the order given, as a tree. */
export function buildTree(rows: readonly DeptRow[]): DeptNode[] {
  const nodes = new Map(
    rows.map((d) => [
      d.id,
      {
        id: d.id,
        label: d.name,
        code: d.code,
        kind: d.kind,
        enabled: d.enabled,
        head: d.head?.name ?? null,
        children: [] as DeptNode[],
      },
    ]),
  )
  const roots: DeptNode[] = []
  for (const row of rows) {
    const node = nodes.get(row.id)! // made from the same rows
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    // Under a parent that was filtered out it stands at the top, rather than nowhere.
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}
