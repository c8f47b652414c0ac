import {
  stocktakeEventWords,
  stocktakeStateWords,
  type StocktakeEvent,
  type StocktakeState,
} from '@portal/contract/asset/stocktake'
import { defineTable } from '../../kernel/flow.ts'

/** `office`, the equipment office, opens and closes it. */
export interface Stocktaking {
  business: 'stocktake'
  state: StocktakeState
  event: StocktakeEvent
  role: 'office'
  step: never
  effect: 'keepMissing'
}

/**
 * No task is assigned: keepers of labs scan labels while the stocktake is open. A scan is no step of the
 * process but a row with person and time, because thousands are written concurrently.
 */
export const stocktakeFlow = defineTable<Stocktaking>({
  business: 'stocktake',
  words: { state: stocktakeStateWords, event: stocktakeEventWords },
  begin: { open: { by: ['office'], to: 'open', tell: null } },
  states: {
    open: {
      ask: null,
      on: { close: { by: ['office'], to: 'closed', do: ['keepMissing'], tell: null } },
    },
    closed: {},
  },
})
