import { consultingCalls } from '@portal/contract/consulting/consulting'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'

export const useCategories = defineRead(consultingCalls.categories)
export const useQuestions = defineList(consultingCalls.list)
export const saveQuestions = defineSave(consultingCalls.export, '咨询.xlsx')
export const useQuestion = defineRead(consultingCalls.info)
const shown = [consultingCalls.list, consultingCalls.info, consultingCalls.categories]
export const useAsk = defineWrite(consultingCalls.ask, shown)
export const useAnswer = defineWrite(consultingCalls.answer, shown)
export const useRemoveQuestion = defineWrite(consultingCalls.remove, [
  consultingCalls.list,
  consultingCalls.categories,
])
export const useSaveCategory = defineWrite(consultingCalls.saveCategory, shown)
export const useRemoveCategory = defineWrite(consultingCalls.removeCategory, shown)
