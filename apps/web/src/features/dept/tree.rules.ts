import type { DeptNode } from '@portal/contract/dept/dept'

/** What is left of the tree when only these are wanted, and what leads to them. */
export function siftTree(nodes: readonly DeptNode[], wanted: (node: DeptNode) => boolean): DeptNode[] {
  return nodes.flatMap((node) => {
    const children = siftTree(node.children, wanted)
    return children.length > 0 || wanted(node) ? [{ ...node, children }] : []
  })
}

export interface Spot {
  parentId: number | null
  /** null: last. */
  beforeId: number | null
}
/** Where one goes that moves a step among its neighbours; null at the end of the row. */
export function findStep(
  neighbours: readonly DeptNode[],
  at: number,
  by: -1 | 1,
  parentId: number | null,
): Spot | null {
  if (neighbours[at + by] === undefined) return null
  const before = by < 0 ? neighbours[at - 1] : neighbours[at + 2]
  return { parentId, beforeId: before?.id ?? null }
}

/** Is this one the other, or somewhere under it? */
export const isWithin = (node: DeptNode, id: number): boolean =>
  node.id === id || node.children.some((child) => isWithin(child, id))
