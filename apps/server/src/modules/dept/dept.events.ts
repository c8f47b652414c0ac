import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable, registerFileReaders, registerPictureText } from '../file/file.service.ts'
import { deptImport } from './dept.import.ts'
import { PICTURES } from './dept.rules.ts'

export function deptListeners(): void {
  registerImport(deptImport)
  registerFileReaders(PICTURES, () => true) // the text is for everybody who is signed in
  registerFileTable(PICTURES, 'dept')
  registerPictureText(PICTURES, { table: 'dept_duty', row: 'dept_id', html: 'body_html' })
}
