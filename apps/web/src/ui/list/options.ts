import type { Option } from './filters.tsx'

/** Converts a table of words to options of a select. */
export const listOptions = (words: Record<string, string>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export interface TreeNode {
  id: number
  label: string
  /** False: closed; it is marked as such. */
  enabled?: boolean
  children: readonly TreeNode[]
}
/** The name of a node; a closed one is marked, because it is there for the rows that have it. */
const nameNode = ({ label, enabled }: Pick<TreeNode, 'label' | 'enabled'>): string =>
  enabled === false ? `${label}（已停用）` : label
/**
 * The options of a form's select, with the value that its row has, marked as closed, if it is not among them.
 * Nothing is added before the options are loaded.
 */
export const keepPresent = <V extends string | number>(
  options: { value: V; label: string }[],
  present: { value: V; label: string } | null,
): { value: V; label: string }[] =>
  present === null || options.length === 0 || options.some((o) => o.value === present.value)
    ? options
    : [...options, { ...present, label: nameNode({ label: present.label, enabled: false }) }]

interface OpenNode {
  id: number
  label: string
  children: OpenNode[]
}
/**
 * A tree without its closed nodes: for forms, which do not offer them. Those in `kept`, which rows have
 * already, stay and are marked. What is below a closed node moves up.
 */
export const listOpen = (nodes: readonly TreeNode[], kept: readonly number[]): OpenNode[] =>
  nodes.flatMap((node) => {
    const children = listOpen(node.children, kept)
    return node.enabled !== false || kept.includes(node.id)
      ? [{ id: node.id, label: nameNode(node), children }]
      : children
  })

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
      { value: n.id, label: '　'.repeat(depth) + nameNode(n) },
      ...listTree(n.children, without, depth + 1),
    ])
