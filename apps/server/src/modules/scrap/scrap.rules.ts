import { formatYuan } from '@portal/contract/kernel/money'
import { disposalWayWords, type DisposalWay } from '@portal/contract/asset/scrap'

/** A disposal as it is registered; all null before that. */
export interface Registered {
  way: DisposalWay | null
  disposedOn: string | null
  recycler: string | null
  incomeFen: number | null
}

const NONE = '无'
const facts: readonly (readonly [string, (d: Registered) => string])[] = [
  ['处置方式', (d) => (d.way === null ? NONE : disposalWayWords[d.way])],
  ['处置日期', (d) => d.disposedOn ?? NONE],
  ['回收单位', (d) => d.recycler ?? NONE],
  ['残值收入', (d) => (d.incomeFen === null ? NONE : `${formatYuan(d.incomeFen)} 元`)],
]

/** What a correction changes, for the history: `残值收入：80.00 元 → 800.00 元`. Empty: nothing. */
export const describeCorrection = (before: Registered, now: Registered): string =>
  facts
    .flatMap(([label, word]) =>
      word(before) === word(now) ? [] : [`${label}：${word(before)} → ${word(now)}`],
    )
    .join('；')
