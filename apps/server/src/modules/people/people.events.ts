import { registerImport } from '../bulk/bulk.service.ts'
import { peopleImport } from './administration/people.import.ts'

export function peopleListeners(): void {
  registerImport(peopleImport)
}
