import { hangsOn, showsPictures } from '../file/file.service.ts'
import { PICTURES } from './guidance.rules.ts'

export function guidanceListeners(): void {
  hangsOn(PICTURES, 'guidance')
  showsPictures(PICTURES, { table: 'guidance', row: 'id', html: 'body_html' })
}
