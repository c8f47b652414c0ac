import type { PermissionNode, PermissionRow } from '@portal/contract/people/rights'

/** Builds the tree; siblings keep the order of the rows. */
export function buildTree(rows: readonly PermissionRow[]): PermissionNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as PermissionNode[] }]))
  const roots: PermissionNode[] = []
  for (const node of nodes.values()) {
    const siblings = node.parentId === null ? roots : (nodes.get(node.parentId)?.children ?? roots)
    siblings.push(node)
  }
  return roots
}

/** True if moving `id` under `parentId` creates a cycle. */
export function closesRing(rows: readonly PermissionRow[], id: number, parentId: number | null): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  for (let at = parentId; at !== null && at !== undefined; at = parents.get(at) ?? null)
    if (at === id) return true
  return false
}
