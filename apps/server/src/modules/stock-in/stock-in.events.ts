import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { followOwners } from './card-owner.action.ts'
import { followLeaving } from './leaving.action.ts'
import { openFor } from './open.action.ts'
import { OF, stockIns } from './stock-in.process.ts'

export function stockInListeners(): void {
  listen('acceptance.accepted', openFor)
  listen('people.leaving', followLeaving)
  listen('fund_card.owner_changed', followOwners)
  registerFileReaders(OF, (ctx, id) => stockIns.maySee(ctx, id))
}
