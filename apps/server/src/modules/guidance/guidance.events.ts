import { registerFileTable, registerPictureText } from '../file/file.service.ts'
import { PICTURES } from './guidance.rules.ts'

export function guidanceListeners(): void {
  registerFileTable(PICTURES, 'guidance')
  registerPictureText(PICTURES, { table: 'guidance', row: 'id', html: 'body_html' })
}
