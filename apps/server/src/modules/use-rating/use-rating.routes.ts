import { useRatingCalls } from '@portal/contract/use-rating/use-rating'
import type { Routes } from '../../kernel/serve.ts'
import * as rating from './use-rating.handler.ts'

export const useRatingRoutes: Routes = (on) => {
  on(useRatingCalls.get, rating.get)
  on(useRatingCalls.rate, rating.rate)
  on(useRatingCalls.averages, rating.averages)
  on(useRatingCalls.unrated, rating.unrated)
  on(useRatingCalls.list, rating.list)
  on(useRatingCalls.export, rating.exportList)
}
