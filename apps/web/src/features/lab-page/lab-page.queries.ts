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
import { listOf, readOf, renew, writeOf } from '../../lib/query.ts'
import { download, send } from '../../lib/send.ts'

export const useLab = readOf(labCalls.detail)
export const useImages = readOf(labCalls.images)
export const useFigures = readOf(labPageCalls.figures)
export const useDescription = readOf(labPageCalls.description)
export const useDescribe = writeOf(labPageCalls.describe, [labPageCalls.description])

export const useNewsList = listOf(labNewsCalls.list)
export const useNews = readOf(labNewsCalls.get)
const news = [labNewsCalls.list, labNewsCalls.get]
export const useSaveNews = writeOf(labNewsCalls.save, news)
export const useSetNewsState = writeOf(labNewsCalls.setState, news)
export const useRemoveNews = writeOf(labNewsCalls.remove, news)

/** Shared ones, for whoever comes; all of them, for its people. */
export const useLabDevices = listOf(deviceCalls.ofLab)
export const useEveryDevice = listOf(labCalls.devices)
export const useOperateDevice = writeOf(deviceManageCalls.operate, [
  labCalls.devices,
  deviceCalls.ofLab,
  labCalls.detail,
])
export const useRooms = listOf(buildingCalls.rooms)
export const useRoom = readOf(buildingCalls.room)

export const useResources = listOf(resourceCalls.list)
export const useCategories = readOf(resourceCalls.categories)
const files = [resourceCalls.list, resourceCalls.categories]
export const useUploadResource = writeOf(resourceCalls.upload, files)
export const useChangeResource = writeOf(resourceCalls.change, files)
export const useRemoveResource = writeOf(resourceCalls.remove, files)
export const useSaveCategory = writeOf(resourceCalls.saveCategory, files)
export const useRemoveCategory = writeOf(resourceCalls.removeCategory, files)

/**
 * Saves a file and counts it: it is private, so it is fetched with the session's token. That it was counted
 * is not worth an error.
 */
export async function fetchResource({ id, file }: { id: number; file: Attachment }): Promise<void> {
  await download(fileCalls.get, { params: { id: file.id }, query: { download: 'true' } }, file.name)
  await send(downloadCalls.count, { params: { id }, quiet: true }).then(
    () => renew([resourceCalls.list]),
    () => {},
  )
}
