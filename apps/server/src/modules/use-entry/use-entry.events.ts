import { registerFileReaders } from '../file/file.service.ts'
import { readKeeper } from './entry.action.ts'
import * as store from './entry.store.ts'

export function useEntryListeners(): void {
  // A paper may name people: it is for those who keep the instrument.
  registerFileReaders(
    'use_entry',
    async (ctx, id) => (await store.find(ctx.db, id, readKeeper(ctx)))?.kept ?? false,
  )
}
