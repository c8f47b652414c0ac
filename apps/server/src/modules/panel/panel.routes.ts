import { panelCalls } from '@portal/contract/panel/calls'
import type { Routes } from '../../kernel/serve.ts'
import * as panel from './panel.handler.ts'

export const panelRoutes: Routes = (on) => {
  on(panelCalls.list, panel.list)
  on(panelCalls.export, panel.exportList)
  on(panelCalls.waiting, panel.showWaiting)
  on(panelCalls.get, panel.get)
  on(panelCalls.change, panel.change, { keeps: 'panel' })
  on(panelCalls.call, panel.call)
  on(panelCalls.recall, panel.recall)
  on(panelCalls.sign, panel.sign)
}
