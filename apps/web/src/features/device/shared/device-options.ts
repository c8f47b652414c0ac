import { deviceCalls } from '@portal/contract/device/device'
import { useQuery } from '@tanstack/react-query'
import { makeQuery } from '../../../lib/query.ts'
import { makeFound } from '../../../ui/form/found.ts'

/** An instrument in a select: its name and number. */
export const makeDeviceOption = (d: { id: number; name: string; serialId: string }) => ({
  value: d.id,
  label: `${d.name}（${d.serialId}）`,
})
/** For selects: shared instruments by part of their name. */
export function useDeviceOptions(keyword: string) {
  const query = useQuery({
    ...makeQuery(deviceCalls.shared, { query: { page: 0, size: 20, deviceName: keyword } }),
    enabled: keyword !== '',
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map(makeDeviceOption))
}
