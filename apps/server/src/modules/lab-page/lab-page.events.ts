import { listen } from '../../kernel/events.ts'
import { hangsOn, removeOf } from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { TEXT } from './lab-page.service.ts'

export function labPageListeners(): void {
  hangsOn(TEXT, 'lab')
  listen('lab.removed', (ctx, { labId }) => removeOf(ctx, [TEXT], labId))
}
