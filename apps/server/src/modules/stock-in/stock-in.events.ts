import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import { OF, openFor } from './steps.service.ts'
import { maySeeId } from './stock-in.service.ts'

export function stockInListeners(): void {
  listen('acceptance.accepted', openFor)
  readableBy(OF, maySeeId)
}
