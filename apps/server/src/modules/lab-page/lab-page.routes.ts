import { labPageCalls } from '@portal/contract/lab-page/lab-page'
import type { Routes } from '../../kernel/serve.ts'
import * as labPage from './lab-page.handler.ts'

export const labPageRoutes: Routes = (on) => {
  on(labPageCalls.description, labPage.showDescription)
  on(labPageCalls.describe, labPage.writeDescription)
  on(labPageCalls.figures, labPage.showFigures)
}
