import { downloadCalls, type Download, type DownloadType } from '@portal/contract/download/download'
import { fileCalls } from '@portal/contract/file/file'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'
import { download } from '../../lib/send.ts'

export const useCategories = defineRead(downloadCalls.categories)
export const useDownloads = defineList(downloadCalls.resources)
export const saveDownloads = defineSave(downloadCalls.exportResources, '下载资料.xlsx')
export const useHelpFiles = defineList(downloadCalls.helpResources)
/** One more download; the list then shows it. */
export const useCountDownload = defineWrite(downloadCalls.count, [
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
const usePutDownload = defineWrite(downloadCalls.upload, shown)
const usePutPolicy = defineWrite(downloadCalls.uploadPolicy, shown)
const usePutHelp = defineWrite(downloadCalls.uploadHelp, shown)
/** Each type has a call of its own, alike but for its address. */
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
