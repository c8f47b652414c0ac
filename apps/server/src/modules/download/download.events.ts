import { registerFileTable, registerFileReaders } from '../file/file.service.ts'

export function downloadListeners(): void {
  // Private files may be read by every signed-in person; public files need no check.
  registerFileReaders('download', () => true)
  registerFileTable('download', 'download')
}
