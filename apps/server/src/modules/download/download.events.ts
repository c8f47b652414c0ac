import { registerFileTable, registerFileReaders } from '../file/file.service.ts'

export function downloadListeners(): void {
  // What is private here is for everybody who is signed in; others are not asked about.
  registerFileReaders('download', () => true)
  registerFileTable('download', 'download')
}
