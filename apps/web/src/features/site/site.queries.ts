import { siteCalls } from '@portal/contract/site/site'
import { defineRead, defineWrite } from '../../lib/query.ts'

export const useSavedSite = defineRead(siteCalls.get)
export const useChangeSite = defineWrite(siteCalls.change, [siteCalls.get])
