import { expect, test } from 'vitest'
import { serialIn } from './serial.rules.ts'

test.each([
  [' 202600001 ', '202600001'],
  ['ZC-2026/0001', 'ZC-2026/0001'],
  ['https://lab.example.edu.cn/osp/asset/label?serialId=202600001', '202600001'],
  ['https://lab.example.edu.cn/osp/asset/label?do=scan&serialId=ZC-2026%2F0001&stocktake=3', 'ZC-2026/0001'],
  // A scanner with caps lock on, which sends a line break at the end.
  ['HTTPS://LAB.EXAMPLE.EDU.CN/OSP/ASSET/LABEL?SERIALID=202600001\n', '202600001'],
  ['/osp/asset/label?serialId=%E0%A4%A', '%E0%A4%A'],
])('%j is %s', (typed, serialId) => expect(serialIn(typed)).toBe(serialId))
