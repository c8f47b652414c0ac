import { benefitNumber, benefitStateWords, daysOfYear, yearText } from '@portal/contract/benefit/benefit'
import type { BenefitDetail, BenefitRow } from '@portal/contract/benefit/evaluation'
import { evaluate } from '@portal/contract/benefit/score'
import {
  benefitGradeWords,
  benefitItems,
  figures,
  type BenefitInputs,
  type SchemeRules,
} from '@portal/contract/benefit/scheme'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { showDevice } from '../asset/asset.service.ts'
import { benefitFlow, type Evaluating } from './benefit.flow.ts'
import type { Evaluation } from './benefit.store.ts'
import { listScores } from './benefit.process.ts'

type Action = BenefitRow['can'][number]

export const showRow = (e: Evaluation, roles: ReadonlySet<Evaluating['role']>) =>
  ({
    id: e.id,
    number: benefitNumber(e.id),
    state: e.state,
    stateAt: e.stateAt,
    device: showDevice(e),
    dept: e.deptName,
    scheme: { id: e.schemeId, yearKind: e.yearKind, year: e.year },
    dueOn: e.dueOn,
    total: e.total,
    grade: e.grade,
    can: benefitFlow.can(e.state, roles).filter((event): event is Action => event !== 'start'),
  }) satisfies Record<keyof BenefitRow, unknown>

interface Surroundings {
  roles: ReadonlySet<Evaluating['role']>
  rules: SchemeRules
  counted: BenefitInputs
  inputs: BenefitInputs
  files: readonly FileRow[]
}
export function showDetail(e: Evaluation, { progress, history }: Trail, about: Surroundings) {
  const { rules, inputs, counted } = about
  const { items, total, grade } = evaluate(inputs, rules, listScores(e.judged))
  return {
    ...showRow(e, about.roles),
    rules,
    inputs,
    counted,
    items: benefitItems.map((item) => ({
      item,
      weight: rules.weights[item],
      ...items[item],
      judged: e.judged[item] ? { reason: e.judged[item].reason } : null,
    })),
    expected: { total, grade },
    corrections: figures.flatMap((figure) => {
      const said = e.corrections[figure]
      return said ? [{ figure, ...said }] : []
    }),
    note: e.note,
    priceFen: e.priceFen,
    ...daysOfYear(e.yearKind, e.year),
    reason: e.reason,
    revision: e.revision,
    files: about.files.map(showAttachment),
    progress,
    history,
  } satisfies Record<keyof BenefitDetail, unknown>
}

export const listColumns = (zone: string): readonly SheetColumn<Evaluation>[] => [
  { header: '评价单号', value: (e) => benefitNumber(e.id) },
  { header: '年度', value: (e) => yearText(e.yearKind, e.year) },
  { header: '仪器名称', width: 28, value: (e) => e.deviceName },
  { header: '资产编号', value: (e) => e.deviceSerialId },
  { header: '单位', width: 24, value: (e) => e.deptName },
  { header: '实验室', width: 24, value: (e) => e.labName },
  { header: '状态', value: (e) => benefitStateWords[e.state] },
  { header: '截止日期', value: (e) => e.dueOn },
  { header: '总分', money: true, value: (e) => (e.total === null ? null : e.total / 100) },
  { header: '等级', value: (e) => e.grade && benefitGradeWords[e.grade] },
  { header: '最近办理', value: (e) => shownAt(e.stateAt, zone) },
]
