import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { listWrites } from '../../kernel/cache.ts'
import type { Routes } from '../../kernel/serve.ts'
import * as dictionary from './dictionary.handler.ts'

const madeFrom = { tables: ['dictionary', 'dictionary_item'], calls: listWrites(dictionaryCalls) }

export const dictionaryRoutes: Routes = (on) => {
  on(dictionaryCalls.codes, dictionary.listCodes, madeFrom)
  on(dictionaryCalls.list, dictionary.list)
  on(dictionaryCalls.create, dictionary.create)
  on(dictionaryCalls.change, dictionary.change, { keeps: 'dictionary' })
  on(dictionaryCalls.remove, dictionary.remove)
  on(dictionaryCalls.items, dictionary.listItems)
  on(dictionaryCalls.createItem, dictionary.createItem)
  on(dictionaryCalls.changeItem, dictionary.changeItem, { keeps: 'dictionary_item' })
  on(dictionaryCalls.removeItem, dictionary.removeItem)
  on(dictionaryCalls.whole, dictionary.readWhole, madeFrom)
  on(dictionaryCalls.export, dictionary.exportItems)
  on(dictionaryCalls.createWhole, dictionary.createWhole)
  on(dictionaryCalls.removeWhole, dictionary.removeWhole)
}
