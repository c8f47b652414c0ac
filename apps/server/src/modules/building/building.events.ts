import { importable } from '../bulk/bulk.service.ts'
import { hangsOn } from '../file/file.service.ts'
import { buildingImport, roomImport } from './place.import.ts'

export function buildingListeners(): void {
  importable(buildingImport)
  importable(roomImport)
  hangsOn('building', 'building')
  hangsOn('room', 'room')
}
