import { labPageCalls } from '@portal/contract/lab-page/lab-page'
import type { Routes } from '../../kernel/serve.ts'
import * as labPage from './lab-page.handler.ts'

export const labPageRoutes: Routes = (on) => {
  on(labPageCalls.description, labPage.description)
  on(labPageCalls.describe, labPage.describe)
  on(labPageCalls.figures, labPage.figures)
}
