import { useQuery } from '@tanstack/react-query'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { fileCalls } from '@portal/contract/file/file'
import { labCalls } from '@portal/contract/lab/lab'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { resourceCalls, type ResourceRow } from '@portal/contract/resource/resource'
import { defineList, makeQuery, defineRead, renew, defineSave, defineWrite } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'
import { makeFound } from '../../ui/form/found.ts'
import type { Found } from '../../ui/form/async-select.tsx'

// Requests of users who manage devices.

const shown = [
  deviceManageCalls.manageList,
  deviceCalls.list,
  deviceCalls.shared,
  deviceCalls.my,
  deviceCalls.info,
  // Filters keep the labs that share instruments for ten minutes otherwise, and the cards a place for one.
  deviceCalls.labs,
  pricePlanCalls.brief,
]

export const useManagedDevices = defineList(deviceManageCalls.manageList)
export const saveCategories = defineSave(deviceManageCalls.exportCategories, '仪器分类.xlsx')
export const saveDevices = defineSave(deviceManageCalls.export, '仪器.xlsx')
export const renewDevices = () => void renew(shown)
export const useDeviceLab = defineRead(labCalls.detail)
export const useAddDevice = defineWrite(deviceManageCalls.add, shown)
export const useUpdateDevice = defineWrite(deviceManageCalls.update, shown)
export const useChangeBase = defineWrite(deviceManageCalls.changeBase, shown)
export const useChangeDetails = defineWrite(deviceManageCalls.changeDetails, shown)
export const useOperate = defineWrite(deviceManageCalls.operate, shown)
export const useOperateMany = defineWrite(deviceManageCalls.operateMany, shown)
export const useRemoveDevice = defineWrite(deviceCalls.remove, shown)
export const useAddImage = defineWrite(deviceCalls.addImage, shown)
export const useRemoveImage = defineWrite(deviceCalls.removeImage, shown)
export const useChooseCover = defineWrite(deviceCalls.chooseCover, shown)

const categories = [deviceManageCalls.categories, deviceCalls.categoryTree]
export const useCategories = defineRead(deviceManageCalls.categories)
export const useSaveCategory = defineWrite(deviceManageCalls.saveCategory, categories)
export const useRemoveCategory = defineWrite(deviceManageCalls.removeCategory, categories)
export const useSaveItem = defineWrite(deviceManageCalls.saveItem, categories)
export const useRemoveItem = defineWrite(deviceManageCalls.removeItem, categories)

export const useResources = defineList(resourceCalls.ofDevice)
export const useUploadResource = defineWrite(resourceCalls.uploadForDevice, [resourceCalls.ofDevice])
/** Downloads one of a device's files. */
export const saveResource = ({ file }: ResourceRow): Promise<void> =>
  download(fileCalls.get, { params: { id: file.id }, query: { download: 'true' } }, file.name)
export const useRemoveResource = defineWrite(resourceCalls.remove, [resourceCalls.ofDevice])

/** For selects: labs by part of their name. */
export function useLabOptions(keyword: string): Found {
  const query = useQuery({
    ...makeQuery(labCalls.select, { query: { keyword, size: 20 } }),
    staleTime: 60_000,
  })
  return makeFound(query, (rows) => rows.map((l) => ({ value: l.id, label: l.name })))
}
