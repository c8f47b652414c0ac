import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import { OF, stockIns } from './stock-in.process.ts'
import { openFor } from './work.handler.ts'

export function stockInListeners(): void {
  listen('acceptance.accepted', openFor)
  readableBy(OF, (ctx, id) => stockIns.maySee(ctx, id))
}
