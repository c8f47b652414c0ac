import { hangsOn, readableBy } from '../file/file.service.ts'
import { FILES, mayReadPapers } from './justification.handler.ts'

export function pricePlanListeners(): void {
  readableBy(FILES, mayReadPapers)
  hangsOn(FILES, 'price_justification')
}
