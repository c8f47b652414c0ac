import { listen } from '../../kernel/events.ts'
import {
  registerFileTable,
  registerFileReaders,
  removeFiles,
  registerPictureText,
} from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { PICTURES } from './lab-page.rules.ts'

export function labPageListeners(): void {
  registerFileReaders(PICTURES, () => true) // every signed-in person may read the text
  registerFileTable(PICTURES, 'lab')
  registerPictureText(PICTURES, { table: 'lab_description', row: 'lab_id', html: 'body_html' })
  listen('lab.removed', (ctx, { labId }) => removeFiles(ctx, [PICTURES], labId))
}
