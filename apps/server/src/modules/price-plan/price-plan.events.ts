import { hangsOn, readableBy } from '../file/file.service.ts'
import { FILES, mayReadPapers } from './justification.service.ts'

export function pricePlanListeners(): void {
  readableBy(FILES, mayReadPapers)
  hangsOn(FILES, 'price_justification')
}
