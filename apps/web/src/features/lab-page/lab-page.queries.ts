import { buildingCalls } from '@portal/contract/building/building'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { downloadCalls } from '@portal/contract/download/download'
import { fileCalls } from '@portal/contract/file/file'
import type { Attachment } from '@portal/contract/kernel/rows'
import { labCalls } from '@portal/contract/lab/lab'
import { labPageCalls } from '@portal/contract/lab-page/lab-page'
import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { resourceCalls } from '@portal/contract/resource/resource'
import { defineList, defineRead, renew, defineWrite } from '../../lib/query.ts'
import { download, send } from '../../lib/send.ts'

export const useLab = defineRead(labCalls.detail)
export const useImages = defineRead(labCalls.images)
export const useFigures = defineRead(labPageCalls.figures)
export const useDescription = defineRead(labPageCalls.description)
export const useDescribe = defineWrite(labPageCalls.describe, [labPageCalls.description])

export const useNewsList = defineList(labNewsCalls.list)
export const useNews = defineRead(labNewsCalls.get)
const news = [labNewsCalls.list, labNewsCalls.get]
export const useSaveNews = defineWrite(labNewsCalls.save, news)
export const useSetNewsState = defineWrite(labNewsCalls.setState, news)
export const useRemoveNews = defineWrite(labNewsCalls.remove, news)

/** The shared instruments for visitors; all of them for the lab's people. */
export const useLabDevices = defineList(deviceCalls.ofLab)
export const useEveryDevice = defineList(labCalls.devices)
export const useOperateDevice = defineWrite(deviceManageCalls.operate, [
  labCalls.devices,
  deviceCalls.ofLab,
  deviceCalls.info,
  deviceCalls.labs,
  labCalls.detail,
])
export const useRooms = defineList(buildingCalls.rooms)
export const useRoom = defineRead(buildingCalls.room)

export const useResources = defineList(resourceCalls.list)
export const useCategories = defineRead(resourceCalls.categories)
const files = [resourceCalls.list, resourceCalls.categories]
export const useUploadResource = defineWrite(resourceCalls.upload, files)
export const useChangeResource = defineWrite(resourceCalls.change, files)
export const useRemoveResource = defineWrite(resourceCalls.remove, files)
export const useSaveCategory = defineWrite(resourceCalls.saveCategory, files)
export const useRemoveCategory = defineWrite(resourceCalls.removeCategory, files)

/**
 * Downloads a file and counts it. The file is private, so it is fetched with the session's token; a failed
 * count is ignored.
 */
export async function fetchResource({ id, file }: { id: number; file: Attachment }): Promise<void> {
  await download(fileCalls.get, { params: { id: file.id }, query: { download: 'true' } }, file.name)
  await send(downloadCalls.count, { params: { id }, quiet: true }).then(
    () => renew([resourceCalls.list]),
    () => {},
  )
}
