import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable } from '../file/file.service.ts'
import { buildingImport, roomImport } from './place.import.ts'

export function buildingListeners(): void {
  registerImport(buildingImport)
  registerImport(roomImport)
  registerFileTable('building', 'building')
  registerFileTable('room', 'room')
}
