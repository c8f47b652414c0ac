import { listen } from '../../kernel/events.ts'
import { hangsOn, readableBy, removeOf, showsPictures } from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { PICTURES } from './lab-page.rules.ts'

export function labPageListeners(): void {
  readableBy(PICTURES, () => true) // the text is for everybody who is signed in
  hangsOn(PICTURES, 'lab')
  showsPictures(PICTURES, { table: 'lab_description', row: 'lab_id', html: 'body_html' })
  listen('lab.removed', (ctx, { labId }) => removeOf(ctx, [PICTURES], labId))
}
