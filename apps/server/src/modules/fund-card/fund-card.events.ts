import { importable } from '../bulk/bulk.service.ts'
import { fundCardImport } from './fund-card.import.service.ts'

export function fundCardListeners(): void {
  importable(fundCardImport)
}
