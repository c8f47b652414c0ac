import type { Payment } from '@portal/contract/stock-in/stock-in'
import { expect, test } from 'vitest'
import { wordSentBack } from './stock-in.words.ts'

test('who returns orders is told of frozen money only where a fund card pays', () => {
  const word = (...payments: Payment[]) => wordSentBack(payments.map((payment) => ({ payment })))
  expect(word('bank', 'loan')).toBe('申购人修改后需重新提交。')
  expect(word('card')).toBe('冻结的经费将解冻，申购人修改后需重新提交。')
  expect(word('card', 'bank', 'card')).toBe('经费卡支付的 2 笔，冻结的经费将解冻；申购人修改后需重新提交。')
})
