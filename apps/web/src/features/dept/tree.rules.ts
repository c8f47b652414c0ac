import type { DeptNode } from '@portal/contract/dept/dept'

/** The tree reduced to matching depts and their ancestors. */
export function siftTree(nodes: readonly DeptNode[], wanted: (node: DeptNode) => boolean): DeptNode[] {
  return nodes.flatMap((node) => {
    const children = siftTree(node.children, wanted)
    return children.length > 0 || wanted(node) ? [{ ...node, children }] : []
  })
}

export interface Spot {
  parentId: number | null
  /** Null: last. */
  beforeId: number | null
}
/** Where a dept goes that moves one step among its siblings; null at either end. */
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

/** Whether `id` is this dept or one of its descendants. */
export const isWithin = (node: DeptNode, id: number): boolean =>
  node.id === id || node.children.some((child) => isWithin(child, id))
