import { expect, test } from 'vitest'
import { approvalSteps, businessWords } from '../approval/approval.ts'
import { messageKindWords } from '../message/message.ts'
import { tenderEventWords, tenderRefusals } from './tender.ts'

test('what is said for every method calls no comparison and no negotiation a tender', () => {
  // Only public tenders have a shortest time of announcement.
  const { OPENS_EARLY, ...refusals } = tenderRefusals
  expect(OPENS_EARLY).toContain('公开招标')
  const words = [
    ...Object.values(refusals),
    ...Object.values(tenderEventWords),
    ...Object.values(approvalSteps.tender),
    businessWords.tender,
    messageKindWords.tender,
  ]
  expect(words.filter((text) => /招标|开标/.test(text))).toEqual([])
})
