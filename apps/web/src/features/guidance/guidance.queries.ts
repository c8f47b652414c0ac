import { guidanceCalls } from '@portal/contract/guidance/guidance'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'

export const useArticles = defineList(guidanceCalls.list)
export const saveArticles = defineSave(guidanceCalls.export, '帮助文章.xlsx')
export const useArticle = defineRead(guidanceCalls.get)
const shown = [guidanceCalls.list, guidanceCalls.get, guidanceCalls.search]
export const useCreateArticle = defineWrite(guidanceCalls.create, shown)
export const useChangeArticle = defineWrite(guidanceCalls.change, shown)
export const useRemoveArticle = defineWrite(guidanceCalls.remove, shown)
