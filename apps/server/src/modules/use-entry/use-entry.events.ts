import { registerFileReaders } from '../file/file.service.ts'
import { readKeeper } from './entry.action.ts'
import * as store from './entry.store.ts'

export function useEntryListeners(): void {
  // Documents may name people, so only keepers of the instrument may read them.
  registerFileReaders(
    'use_entry',
    async (ctx, id) => (await store.find(ctx.db, id, readKeeper(ctx)))?.kept ?? false,
  )
}
