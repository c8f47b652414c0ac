import { registerImport } from '../bulk/bulk.service.ts'
import { dictionaryImport } from './dictionary.import.ts'

export function dictionaryListeners(): void {
  registerImport(dictionaryImport)
}
