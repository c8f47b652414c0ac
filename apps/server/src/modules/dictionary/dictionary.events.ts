import { importable } from '../bulk/bulk.service.ts'
import { dictionaryImport } from './dictionary.import.ts'

export function dictionaryListeners(): void {
  importable(dictionaryImport)
}
