import type { Reply } from '@portal/contract/kernel/call'
import {
  measureWords,
  type Figures,
  type Measure,
  type statisticsCalls,
} from '@portal/contract/statistics/statistics'
import { EMPTY } from '../../lib/format.ts'
import { formatAmount } from './statistics.words.ts'

export type Overview = Reply<typeof statisticsCalls.overview>
/** One large figure. */
export interface FigureCard {
  key: string
  title: string
  value: string
  unit: string
  /** Comparison with the previous period, or another hint at its size. */
  beside: string
  formula: string
}

const CARD_MEASURES = ['uses', 'users', 'workingMinutes', 'samples', 'incomeFen'] as const
const percent = (share: number): string => (share * 100).toFixed(1)

/** The change in words, because colours or arrows alone are not accessible. */
export function compareAmounts(measure: Measure, now: number, before: number): string {
  if (now === before) return now === 0 ? '上期也没有' : '与上期持平'
  const was = `上期 ${formatAmount(measure, before)} ${measureWords[measure].unit}`
  // Corrections may make a sum negative; a percentage of that has no meaning.
  if (before <= 0) return was
  const change = (now - before) / before
  return `比上期${change > 0 ? '增加' : '减少'} ${percent(Math.abs(change))}%（${was}）`
}

const findOutside = ({ outsideMinutes, workingMinutes }: Figures): number | null =>
  workingMinutes > 0 ? outsideMinutes / workingMinutes : null
function compareOutside(now: number | null, before: number | null): string {
  if (now === null || before === null)
    return before === null ? '上期没有使用机时' : `上期 ${percent(before)}%`
  const points = percent(Math.abs(now - before))
  if (points === '0.0') return '与上期持平'
  return `比上期${now > before ? '增加' : '减少'} ${points} 个百分点（上期 ${percent(before)}%）`
}

export function listCards({ now, before, devices, devicesUsed }: Overview): FigureCard[] {
  const outside = findOutside(now)
  return [
    ...CARD_MEASURES.map((m) => ({
      key: m,
      title: measureWords[m].title,
      value: formatAmount(m, now[m]),
      unit: measureWords[m].unit,
      beside: compareAmounts(m, now[m], before[m]),
      formula: measureWords[m].formula,
    })),
    {
      key: 'outside',
      title: '校外机时占比',
      value: outside === null ? EMPTY : percent(outside),
      unit: outside === null ? '' : '%',
      beside: compareOutside(outside, findOutside(before)),
      formula: `校外机时除以使用机时。校外机时：${measureWords.outsideMinutes.formula}`,
    },
    {
      key: 'devices',
      title: '使用过的仪器',
      value: devicesUsed.toLocaleString('zh-CN'),
      unit: '台',
      beside: devices > 0 ? `共 ${devices} 台，占 ${percent(devicesUsed / devices)}%` : '范围内没有仪器',
      formula: '所选期间内有使用记录的仪器数；总数为范围内现有的仪器，以及期间内用过、后来调出或报废的仪器',
    },
  ]
}
