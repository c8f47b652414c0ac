import { homeCalls } from '@portal/contract/home/home'
import { readOf } from '../../lib/query.ts'

export const useHome = readOf(homeCalls.get)
