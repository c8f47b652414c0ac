import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { followLeaving } from './leaving.action.ts'
import { openFor } from './open.action.ts'
import { OF, stockIns } from './stock-in.process.ts'

export function stockInListeners(): void {
  listen('acceptance.accepted', openFor)
  listen('people.leaving', followLeaving)
  registerFileReaders(OF, (ctx, id) => stockIns.maySee(ctx, id))
}
