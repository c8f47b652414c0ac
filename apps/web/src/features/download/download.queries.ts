import { downloadCalls, type Download, type DownloadType } from '@portal/contract/download/download'
import { fileCalls } from '@portal/contract/file/file'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

export const useCategories = defineRead(downloadCalls.categories)
export const useDownloads = defineList(downloadCalls.resources)
export const saveDownloads = defineSave(downloadCalls.exportResources, '下载资料.xlsx')
export const useHelpFiles = defineList(downloadCalls.helpResources)
/** Counts a download; the lists reload their counts. */
export const useCountDownload = defineWrite(downloadCalls.count, [
  downloadCalls.resources,
  downloadCalls.helpResources,
])

/** Downloads with the session, because some files are not public. */
export const saveFile = (d: Download): Promise<void> =>
  download(
    fileCalls.get,
    { params: { id: /[0-9a-f-]{36}/.exec(d.url)?.[0] ?? '' }, query: { download: 'true' } },
    d.fileName,
  )

const shown = [downloadCalls.resources, downloadCalls.helpResources, downloadCalls.categories]
const usePutDownload = defineWrite(downloadCalls.upload, shown)
const usePutPolicy = defineWrite(downloadCalls.uploadPolicy, shown)
const usePutHelp = defineWrite(downloadCalls.uploadHelp, shown)
/** Each type has its own call, which differs only in its address. */
export const uploadOf: Record<DownloadType, typeof usePutDownload> = {
  1: usePutPolicy as typeof usePutDownload,
  2: usePutDownload,
  3: usePutHelp as typeof usePutDownload,
}
export const useChangeDownload = defineWrite(downloadCalls.change, shown)
export const useReplaceFile = defineWrite(downloadCalls.replace, shown)
export const useRemoveDownload = defineWrite(downloadCalls.remove, shown)
export const useSaveCategory = defineWrite(downloadCalls.saveCategory, shown)
export const useRemoveCategory = defineWrite(downloadCalls.removeCategory, shown)
