import { deviceCalls, type CategoryNode } from '@portal/contract/device/device'
import { defineRead } from '../../lib/query.ts'

const useTree = defineRead(deviceCalls.categoryTree)
const flat = (nodes: readonly CategoryNode[], depth = 0): { value: number; label: string }[] =>
  nodes.flatMap((n) => [
    { value: n.id, label: `${'　'.repeat(depth)}${n.label}` },
    ...flat(n.children, depth + 1),
  ])
/** Classes of instruments, each below its parent. */
export function useCategoryOptions(): { value: number; label: string }[] {
  const { data } = useTree({}, { staleTime: 300_000 })
  return flat(data ?? [])
}
