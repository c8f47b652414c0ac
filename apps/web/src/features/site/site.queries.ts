import { siteCalls } from '@portal/contract/site/site'
import { readOf, writeOf } from '../../lib/query.ts'

export const useSavedSite = readOf(siteCalls.get)
export const useChangeSite = writeOf(siteCalls.change, [siteCalls.get])
