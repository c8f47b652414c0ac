import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable, registerFileReaders, registerPictureText } from '../file/file.service.ts'
import { deptImport } from './dept.import.ts'
import { TEXT } from './dept.handler.ts'

export function deptListeners(): void {
  registerImport(deptImport)
  registerFileReaders(TEXT, () => true) // as the text: whoever is signed in
  registerFileTable(TEXT, 'dept')
  registerPictureText(TEXT, { table: 'dept_duty', row: 'dept_id', html: 'body_html' })
}
