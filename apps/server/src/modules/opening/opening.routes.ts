import { openingCalls } from '@portal/contract/opening/opening'
import type { Routes } from '../../kernel/serve.ts'
import * as exception from './exception.handler.ts'
import * as opening from './opening.handler.ts'
import * as times from './times.handler.ts'

export const openingRoutes: Routes = (on) => {
  on(openingCalls.list, opening.list)
  on(openingCalls.export, opening.exportList)
  on(openingCalls.get, opening.get)
  on(openingCalls.change, opening.change, { keeps: opening.keptSettings })
  on(openingCalls.addWindow, opening.addWindow)
  on(openingCalls.changeWindow, opening.changeWindow, { keeps: 'opening_window' })
  on(openingCalls.enableWindow, opening.enableWindow)
  on(openingCalls.removeWindow, opening.removeWindow)
  on(openingCalls.times, times.listTimes)
  on(openingCalls.availability, times.listAvailability)
  on(openingCalls.holidays, exception.listHolidays)
  on(openingCalls.addException, exception.addException)
  on(openingCalls.removeException, exception.removeException)
}
