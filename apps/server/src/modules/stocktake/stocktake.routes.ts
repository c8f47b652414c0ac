import { stocktakeCalls } from '@portal/contract/asset/stocktake'
import type { Routes } from '../../kernel/serve.ts'
import * as stocktake from './stocktake.handler.ts'

export const stocktakeRoutes: Routes = (on) => {
  on(stocktakeCalls.stocktakes, stocktake.list)
  on(stocktakeCalls.exportStocktakes, stocktake.exportList)
  on(stocktakeCalls.stocktake, stocktake.get)
  on(stocktakeCalls.openStocktake, stocktake.open)
  on(stocktakeCalls.closeStocktake, stocktake.close)
  on(stocktakeCalls.removeStocktake, stocktake.remove)
  on(stocktakeCalls.scan, stocktake.scan)
  on(stocktakeCalls.takeBackScan, stocktake.takeBack)
  on(stocktakeCalls.scans, stocktake.listScans)
  on(stocktakeCalls.differences, stocktake.listDifferences)
  on(stocktakeCalls.exportDifferences, stocktake.exportDifferences)
}
