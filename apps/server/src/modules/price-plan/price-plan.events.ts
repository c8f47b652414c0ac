import { registerFileTable, registerFileReaders } from '../file/file.service.ts'
import { FILES, mayReadPapers } from './justification.action.ts'

export function pricePlanListeners(): void {
  registerFileReaders(FILES, mayReadPapers)
  registerFileTable(FILES, 'price_justification')
}
