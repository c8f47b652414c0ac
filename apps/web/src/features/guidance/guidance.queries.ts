import { guidanceCalls } from '@portal/contract/guidance/guidance'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'

export const useArticles = listOf(guidanceCalls.list)
export const saveArticles = saveOf(guidanceCalls.export, '帮助文章.xlsx')
export const useArticle = readOf(guidanceCalls.get)
const shown = [guidanceCalls.list, guidanceCalls.get, guidanceCalls.search]
export const useCreateArticle = writeOf(guidanceCalls.create, shown)
export const useChangeArticle = writeOf(guidanceCalls.change, shown)
export const useRemoveArticle = writeOf(guidanceCalls.remove, shown)
