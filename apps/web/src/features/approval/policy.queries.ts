import { useQuery } from '@tanstack/react-query'
import { approvalCalls } from '@portal/contract/approval/approval'
import { deviceCalls } from '@portal/contract/device/device'
import { labCalls } from '@portal/contract/lab/lab'
import { makeQuery, defineRead, defineWrite } from '../../lib/query.ts'
import { makeFound } from '../../ui/form/found.ts'
import { makeDeviceOption } from '../device/shared/device-options.ts'

const changed = [approvalCalls.policies, approvalCalls.previewPolicy]
export const usePolicies = defineRead(approvalCalls.policies)
export const useCreatePolicy = defineWrite(approvalCalls.createPolicy, changed)
export const useChangePolicy = defineWrite(approvalCalls.changePolicy, changed)
export const useRemovePolicy = defineWrite(approvalCalls.removePolicy, changed)
export const usePreview = defineRead(approvalCalls.previewPolicy)

export function useLabChoices(keyword: string) {
  const query = useQuery({
    ...makeQuery(labCalls.list, { query: { page: 0, size: 20, keyword } }),
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map((l) => ({ value: l.id, label: l.name })))
}
/** The name of a device of which only the key is known. */
export const useDeviceName = (id: number | null): string | undefined =>
  useQuery({
    ...makeQuery(deviceCalls.info, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    staleTime: 600_000,
    select: (d) => d.name,
  }).data
export function useDeviceChoices(keyword: string) {
  const query = useQuery({
    ...makeQuery(deviceCalls.list, { query: { page: 0, size: 20, deviceName: keyword } }),
    enabled: keyword !== '',
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map(makeDeviceOption))
}
