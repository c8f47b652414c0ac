import { downloadCalls } from '@portal/contract/download/download'
import { listOf, readOf, writeOf } from '../../lib/query.ts'

export const useCategories = readOf(downloadCalls.categories)
export const useDownloads = listOf(downloadCalls.resources)
/** One more download; the list then shows it. */
export const useCountDownload = writeOf(downloadCalls.count, [downloadCalls.resources])
