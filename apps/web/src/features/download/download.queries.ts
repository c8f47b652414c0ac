import { downloadCalls, type Download, type DownloadType } from '@portal/contract/download/download'
import { fileCalls } from '@portal/contract/file/file'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

export const useCategories = readOf(downloadCalls.categories)
export const useDownloads = listOf(downloadCalls.resources)
export const saveDownloads = saveOf(downloadCalls.exportResources, '下载资料.xlsx')
export const useHelpFiles = listOf(downloadCalls.helpResources)
/** One more download; the list then shows it. */
export const useCountDownload = writeOf(downloadCalls.count, [
  downloadCalls.resources,
  downloadCalls.helpResources,
])

/** With the session, for what not everybody may have. */
export const saveFile = (d: Download): Promise<void> =>
  download(
    fileCalls.get,
    { params: { id: /[0-9a-f-]{36}/.exec(d.url)?.[0] ?? '' }, query: { download: 'true' } },
    d.fileName,
  )

const shown = [downloadCalls.resources, downloadCalls.helpResources, downloadCalls.categories]
const usePutDownload = writeOf(downloadCalls.upload, shown)
const usePutPolicy = writeOf(downloadCalls.uploadPolicy, shown)
const usePutHelp = writeOf(downloadCalls.uploadHelp, shown)
/** Each type has a call of its own, alike but for its address. */
export const uploadOf: Record<DownloadType, typeof usePutDownload> = {
  1: usePutPolicy as typeof usePutDownload,
  2: usePutDownload,
  3: usePutHelp as typeof usePutDownload,
}
export const useChangeDownload = writeOf(downloadCalls.change, shown)
export const useReplaceFile = writeOf(downloadCalls.replace, shown)
export const useRemoveDownload = writeOf(downloadCalls.remove, shown)
export const useSaveCategory = writeOf(downloadCalls.saveCategory, shown)
export const useRemoveCategory = writeOf(downloadCalls.removeCategory, shown)
