import { listen } from '../../kernel/events.ts'
import { hangsOn, readableBy, removeOf, showsPictures } from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { TEXT } from './lab-page.handler.ts'

export function labPageListeners(): void {
  readableBy(TEXT, () => true) // as the text: whoever is signed in
  hangsOn(TEXT, 'lab')
  showsPictures(TEXT, { table: 'lab_description', row: 'lab_id', html: 'body_html' })
  listen('lab.removed', (ctx, { labId }) => removeOf(ctx, [TEXT], labId))
}
