import type { Option } from './filters.tsx'

/** Converts a table of words to options of a select. */
export const listOptions = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export interface TreeNode {
  id: number
  label: string
  children: readonly TreeNode[]
}
/**
 * Converts a tree to options, each node before its children. Full-width spaces show the level, because a
 * native select has no tree. `without` leaves out that node and all below it.
 */
export const listTree = (
  nodes: readonly TreeNode[],
  without?: number,
  depth = 0,
): { value: number; label: string }[] =>
  nodes
    .filter((n) => n.id !== without)
    .flatMap((n) => [
      { value: n.id, label: '　'.repeat(depth) + n.label },
      ...listTree(n.children, without, depth + 1),
    ])
