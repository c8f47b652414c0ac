import { importable } from '../bulk/bulk.service.ts'
import { buildingImport, roomImport } from './place.import.service.ts'

export function buildingListeners(): void {
  importable(buildingImport)
  importable(roomImport)
}
