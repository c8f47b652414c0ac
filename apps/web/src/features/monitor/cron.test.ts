import { expect, test } from 'vitest'
import { cronWords } from './cron.ts'

test.for([
  ['* * * * *', '每分钟'],
  ['*/5 * * * *', '每 5 分钟'],
  ['7 * * * *', '每小时第 7 分'],
  ['15 */2 * * *', '每 2 小时，第 15 分'],
  ['30 3 * * *', '每天 03:30'],
  ['0 8 * * 1', '每周一 08:00'],
  ['0 8 * * 0', '每周日 08:00'],
  ['0 0 1 * *', '0 0 1 * *'],
  ['0 8-18 * * *', '0 8-18 * * *'],
])('%s is %s', ([cron, words]) => expect(cronWords(cron!)).toBe(words))
