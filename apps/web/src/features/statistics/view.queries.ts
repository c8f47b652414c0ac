import { viewCalls } from '@portal/contract/statistics/view'
import { readOf, writeOf } from '../../lib/query.ts'

const renewed = [viewCalls.views]
export const useViews = readOf(viewCalls.views)
export const useCreateView = writeOf(viewCalls.createView, renewed)
export const useChangeView = writeOf(viewCalls.changeView, renewed)
export const useRemoveView = writeOf(viewCalls.removeView, renewed)
export const useSubscribe = writeOf(viewCalls.subscribe, renewed)
export const useUnsubscribe = writeOf(viewCalls.unsubscribe, renewed)
export const useStopMail = writeOf(viewCalls.stopMail)
