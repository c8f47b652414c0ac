import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable, registerFileReaders, registerPictureText } from '../file/file.service.ts'
import { deptImport } from './dept.import.ts'
import { PICTURES } from './dept.rules.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /**
     * A dept is being merged into another one; it may be deleted afterwards. Listeners pass on what is meant
     * for its people.
     */
    'dept.merged': { deptId: number; intoId: number }
  }
}

export function deptListeners(): void {
  registerImport(deptImport)
  registerFileReaders(PICTURES, () => true) // every signed-in person may read the text
  registerFileTable(PICTURES, 'dept')
  registerPictureText(PICTURES, { table: 'dept_duty', row: 'dept_id', html: 'body_html' })
}
