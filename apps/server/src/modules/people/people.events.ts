import { importable } from '../bulk/bulk.service.ts'
import { peopleImport } from './administration/import.service.ts'

export function peopleListeners(): void {
  importable(peopleImport)
}
