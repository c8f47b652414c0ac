import { viewCalls } from '@portal/contract/statistics/view'
import { defineRead, defineWrite } from '../../lib/query.ts'

const renewed = [viewCalls.views]
export const useViews = defineRead(viewCalls.views)
export const useCreateView = defineWrite(viewCalls.createView, renewed)
export const useChangeView = defineWrite(viewCalls.changeView, renewed)
export const useRemoveView = defineWrite(viewCalls.removeView, renewed)
export const useSubscribe = defineWrite(viewCalls.subscribe, renewed)
export const useUnsubscribe = defineWrite(viewCalls.unsubscribe, renewed)
export const useStopMail = defineWrite(viewCalls.stopMail)
