import type { PermissionNode, PermissionRow } from '@portal/contract/people/rights'

/** Rows, each level in the order given, as a tree. */
export function buildTree(rows: readonly PermissionRow[]): PermissionNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as PermissionNode[] }]))
  const roots: PermissionNode[] = []
  for (const node of nodes.values()) {
    const siblings = node.parentId === null ? roots : (nodes.get(node.parentId)?.children ?? roots)
    siblings.push(node)
  }
  return roots
}

/** Would hanging `id` under `parentId` close a ring? */
export function closesRing(rows: readonly PermissionRow[], id: number, parentId: number | null): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  for (let at = parentId; at !== null && at !== undefined; at = parents.get(at) ?? null)
    if (at === id) return true
  return false
}
