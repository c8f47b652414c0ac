import { useQuery } from '@tanstack/react-query'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { fileCalls } from '@portal/contract/file/file'
import { labCalls } from '@portal/contract/lab/lab'
import { resourceCalls, type ResourceRow } from '@portal/contract/resource/resource'
import { listOf, queryOf, readOf, renew, saveOf, writeOf } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'
import type { Option } from '../../ui/list/filters.tsx'

// What those who keep devices ask the server.

const shown = [
  deviceManageCalls.manageList,
  deviceCalls.list,
  deviceCalls.shared,
  deviceCalls.my,
  deviceCalls.info,
]

export const useManagedDevices = listOf(deviceManageCalls.manageList)
export const saveCategories = saveOf(deviceManageCalls.exportCategories, '仪器分类.xlsx')
export const saveDevices = saveOf(deviceManageCalls.export, '仪器.xlsx')
export const renewDevices = () => void renew(shown)
export const useLabOf = readOf(labCalls.detail)
export const useAddDevice = writeOf(deviceManageCalls.add, shown)
export const useUpdateDevice = writeOf(deviceManageCalls.update, shown)
export const useChangeBase = writeOf(deviceManageCalls.changeBase, shown)
export const useChangeDetails = writeOf(deviceManageCalls.changeDetails, shown)
export const useOperate = writeOf(deviceManageCalls.operate, shown)
export const useOperateMany = writeOf(deviceManageCalls.operateMany, shown)
export const useRemoveDevice = writeOf(deviceCalls.remove, shown)
export const useAddImage = writeOf(deviceCalls.addImage, shown)
export const useRemoveImage = writeOf(deviceCalls.removeImage, shown)
export const useChooseCover = writeOf(deviceCalls.chooseCover, shown)

const categories = [deviceManageCalls.categories, deviceCalls.categoryTree]
export const useCategories = readOf(deviceManageCalls.categories)
export const useSaveCategory = writeOf(deviceManageCalls.saveCategory, categories)
export const useRemoveCategory = writeOf(deviceManageCalls.removeCategory, categories)
export const useSaveItem = writeOf(deviceManageCalls.saveItem, categories)
export const useRemoveItem = writeOf(deviceManageCalls.removeItem, categories)

export const useResources = listOf(resourceCalls.ofDevice)
export const useUploadResource = writeOf(resourceCalls.uploadForDevice, [resourceCalls.ofDevice])
/** Saves the file of a row of the device's files. */
export const saveResource = ({ file }: ResourceRow): Promise<void> =>
  download(fileCalls.get, { params: { id: file.id }, query: { download: 'true' } }, file.name)
export const useRemoveResource = writeOf(resourceCalls.remove, [resourceCalls.ofDevice])

/** For pickers: labs by part of their name. */
export function useLabOptions(keyword: string): { options: Option[]; busy: boolean } {
  const { data, isFetching } = useQuery({
    ...queryOf(labCalls.select, { query: { keyword, size: 20 } }),
    staleTime: 60_000,
  })
  return { options: (data ?? []).map((l) => ({ value: l.id, label: l.name })), busy: isFetching }
}
