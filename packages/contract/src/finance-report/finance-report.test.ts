import { expect, test } from 'vitest'
import { ledgerBusinessWords } from '../fund-card/fund-card.ts'
import { cardSumWords } from './finance-report.ts'

test('what is frozen on the cards is said to be frozen by each business that freezes money', () => {
  // The movements of finance freeze nothing.
  const { movement: _, ...freezing } = ledgerBusinessWords
  for (const word of Object.values(freezing)) expect(cardSumWords.frozenFen.formula).toContain(word)
})
