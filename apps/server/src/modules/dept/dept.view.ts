import type { DeptNode } from '@portal/contract/dept/dept'
import type { DeptRow } from './dept.store.ts'

/** Builds the tree; siblings keep the order of the rows. */
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
    const node = nodes.get(row.id)! // `nodes` has one entry per row
    const parent = row.parentId === null ? undefined : nodes.get(row.parentId)
    // A dept whose parent was filtered out is shown at the top instead of being lost.
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}
