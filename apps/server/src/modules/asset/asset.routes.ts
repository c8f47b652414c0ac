import { assetCalls } from '@portal/contract/asset/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as asset from './asset.handler.ts'

export const assetRoutes: Routes = (on) => {
  on(assetCalls.label, asset.showLabel)
  on(assetCalls.attach, asset.attach)
  on(assetCalls.waiting, asset.countWaiting)
}
