import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import type { Routes } from '../../kernel/serve.ts'
import * as dictionary from './dictionary.service.ts'

export const dictionaryRoutes: Routes = (on) => {
  on(dictionaryCalls.codes, dictionary.codes)
  on(dictionaryCalls.list, dictionary.list)
  on(dictionaryCalls.create, dictionary.create)
  on(dictionaryCalls.change, dictionary.change)
  on(dictionaryCalls.remove, dictionary.remove)
  on(dictionaryCalls.items, dictionary.items)
  on(dictionaryCalls.createItem, dictionary.createItem)
  on(dictionaryCalls.changeItem, dictionary.changeItem)
  on(dictionaryCalls.removeItem, dictionary.removeItem)
  on(dictionaryCalls.whole, dictionary.whole)
  on(dictionaryCalls.createWhole, dictionary.createWhole)
  on(dictionaryCalls.removeWhole, dictionary.removeWhole)
}
