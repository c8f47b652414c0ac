import { deviceCalls } from '@portal/contract/device/device'
import { useQuery } from '@tanstack/react-query'
import { makeQuery } from '../../../lib/query.ts'
import { listTree } from '../../../ui/list/options.ts'

/** Classes of instruments, each below its parent. */
export function useCategoryOptions(): { value: number; label: string }[] {
  const { data } = useQuery({ ...makeQuery(deviceCalls.categoryTree), staleTime: 600_000 })
  return listTree(data ?? [])
}
