import {
  stocktakeEventWords,
  stocktakeStateWords,
  type StocktakeEvent,
  type StocktakeState,
} from '@portal/contract/asset/stocktake'
import { defineTable } from '../../kernel/flow.ts'

/** `office` opens and closes it: the equipment office. */
export interface Stocktaking {
  business: 'stocktake'
  state: StocktakeState
  event: StocktakeEvent
  role: 'office'
  step: never
  effect: 'keepMissing'
}

/**
 * Nobody is awaited by name: whoever keeps a lab scans its labels while it is open. A scan is no step: it is
 * a row of its own, which says who found what and when, and thousands of them are written at the same time.
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
