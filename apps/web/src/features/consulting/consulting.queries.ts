import { consultingCalls } from '@portal/contract/consulting/consulting'
import { listOf, readOf, saveOf, writeOf } from '../../lib/query.ts'

export const useCategories = readOf(consultingCalls.categories)
export const useQuestions = listOf(consultingCalls.list)
export const saveQuestions = saveOf(consultingCalls.export, '咨询.xlsx')
export const useQuestion = readOf(consultingCalls.info)
const shown = [consultingCalls.list, consultingCalls.info, consultingCalls.categories]
export const useAsk = writeOf(consultingCalls.ask, shown)
export const useAnswer = writeOf(consultingCalls.answer, shown)
export const useRemoveQuestion = writeOf(consultingCalls.remove, [
  consultingCalls.list,
  consultingCalls.categories,
])
export const useSaveCategory = writeOf(consultingCalls.saveCategory, shown)
export const useRemoveCategory = writeOf(consultingCalls.removeCategory, shown)
