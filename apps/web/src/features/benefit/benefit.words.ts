import { benefitStateWords, yearText, type BenefitState } from '@portal/contract/benefit/benefit'
import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import {
  benefitGradeWords,
  figureWords,
  type BenefitGrade,
  type Figure,
} from '@portal/contract/benefit/scheme'
import { formatMoney } from '../../lib/format.ts'
import type { StateTone } from '../../ui/state-tag.tsx'

interface Tag {
  tone: StateTone
  text: string
}
const stateTones: Record<BenefitState, StateTone> = {
  draft: 'draft',
  submitted: 'waiting',
  published: 'done',
  cancelled: 'stopped',
}
export const benefitTag = (state: BenefitState): Tag => ({
  tone: stateTones[state],
  text: benefitStateWords[state],
})
const gradeTones: Record<BenefitGrade, StateTone> = {
  excellent: 'done',
  good: 'active',
  pass: 'waiting',
  fail: 'refused',
}
export const gradeTag = (grade: BenefitGrade): Tag => ({
  tone: gradeTones[grade],
  text: benefitGradeWords[grade],
})
export const schemeText = ({ yearKind, year }: Pick<SchemeRow, 'yearKind' | 'year'>) =>
  yearText(yearKind, year)

/** Units in which users type and read a figure: hours and yuan, while the values are minutes and fen. */
const units: Record<Figure, { unit: string; digits: number; show: (value: number) => string }> = {
  minutes: { unit: '小时', digits: 2, show: (v) => `${(v / 60).toFixed(2)} 小时` },
  independent: { unit: '人', digits: 0, show: (v) => `${v} 人` },
  guided: { unit: '人', digits: 0, show: (v) => `${v} 人` },
  shown: { unit: '人', digits: 0, show: (v) => `${v} 人` },
  incomeFen: { unit: '元', digits: 2, show: (v) => formatMoney(v) },
}
export const nameUnit = (figure: Figure) => units[figure]
export const showFigure = (figure: Figure, value: number): string => units[figure].show(value)
export const figureLabel = (figure: Figure): string => `${figureWords[figure]}（${units[figure].unit}）`
/** Converts typed hundredths of an hour to minutes; other figures stay as typed. */
export const parseFigure = (figure: Figure, typed: number): number =>
  figure === 'minutes' ? Math.round((typed * 60) / 100) : typed
export const fillFigure = (figure: Figure, held: number): number =>
  figure === 'minutes' ? Math.round((held * 100) / 60) : held

/** The source of each figure. */
export const figureSources: Record<Figure, string> = {
  minutes: '使用台账：上机 + 准备 + 后处理时间，不含维护使用',
  independent: '测试单和教学记录中“能独立操作”的培训人数',
  guided: '测试单和教学记录中“在指导下操作”的培训人数',
  shown: '测试单和教学记录中“观看演示”的人数',
  incomeFen: '使用台账：期间内已确认的费用，更正后以更正为准',
}

export const sendBackPicks = ['佐证材料不全', '更正理由不充分', '功能利用情况填写有误'] as const
export const cancelPicks = ['仪器不在评价范围', '仪器长期停用', '发起有误'] as const
