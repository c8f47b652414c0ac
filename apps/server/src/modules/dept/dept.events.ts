import { importable } from '../bulk/bulk.service.ts'
import { hangsOn, readableBy, showsPictures } from '../file/file.service.ts'
import { deptImport } from './dept.import.ts'
import { TEXT } from './dept.handler.ts'

export function deptListeners(): void {
  importable(deptImport)
  readableBy(TEXT, () => true) // as the text: whoever is signed in
  hangsOn(TEXT, 'dept')
  showsPictures(TEXT, { table: 'dept_duty', row: 'dept_id', html: 'body_html' })
}
