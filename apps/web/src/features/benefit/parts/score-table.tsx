import type { BenefitDetail } from '@portal/contract/benefit/evaluation'
import { pointsText, sumWeights } from '@portal/contract/benefit/score'
import { benefitItemWords, figures, figureWords, type Figure } from '@portal/contract/benefit/scheme'
import { EMPTY } from '../../../lib/format.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { figureSources, gradeTag, showFigure } from '../benefit.words.ts'
import { Points } from './columns.tsx'

type Item = BenefitDetail['items'][number]
const columns: readonly Column<Item>[] = [
  { key: 'item', title: '评价项目', main: true, render: (i) => benefitItemWords[i.item] },
  {
    key: 'formula',
    title: '计算依据',
    render: (i) => <span className="benefit-formula">{i.formula}</span>,
  },
  { key: 'computed', title: '计算得分', align: 'right', render: (i) => <Points value={i.computed} /> },
  {
    key: 'judged',
    title: '审核得分',
    render: (i) =>
      i.judged ? (
        <>
          <Points value={i.score} strong /> <span className="benefit-formula">{i.judged.reason}</span>
        </>
      ) : (
        EMPTY
      ),
  },
  { key: 'weight', title: '权重', align: 'right', render: (i) => <Points value={i.weight} /> },
  { key: 'weighted', title: '加权得分', align: 'right', render: (i) => <Points value={i.weighted} strong /> },
]

/** How the total is computed, item by item. */
export function ScoreTable({ row: e }: { row: BenefitDetail }) {
  const { total, grade } = e.expected
  return (
    <Card title="得分">
      <p className="benefit-sum">
        {e.state === 'published' ? '总分' : '按目前数据预计总分'} <b className="num">{pointsText(total)}</b>{' '}
        <StateTag {...gradeTag(grade)} />{' '}
        <span className="muted">
          五项权重合计 {pointsText(sumWeights(e.rules.weights))}；每项加权得分 = 得分 × 权重 ÷
          100，四舍五入到两位小数后相加
        </span>
      </p>
      <DataTable caption="各项得分" columns={columns} rows={e.items} rowKey={(i) => i.item} />
    </Card>
  )
}

interface Line {
  figure: Figure
  counted: number
  corrected: { value: number; reason: string } | undefined
}
const figureColumns: readonly Column<Line>[] = [
  { key: 'figure', title: '数据', main: true, render: (l) => figureWords[l.figure] },
  { key: 'counted', title: '平台统计', align: 'right', render: (l) => showFigure(l.figure, l.counted) },
  {
    key: 'corrected',
    title: '更正为',
    align: 'right',
    render: (l) => (l.corrected ? <b>{showFigure(l.figure, l.corrected.value)}</b> : EMPTY),
  },
  { key: 'reason', title: '更正理由', render: (l) => l.corrected?.reason ?? EMPTY },
  {
    key: 'source',
    title: '数据来源',
    render: (l) => <span className="benefit-formula">{figureSources[l.figure]}</span>,
  },
]
/** The figures behind the scores, and the keeper's corrections. */
export function FigureTable({ row: e }: { row: BenefitDetail }) {
  const lines = figures.map((figure) => ({
    figure,
    counted: e.counted[figure],
    corrected: e.corrections.find((c) => c.figure === figure),
  }))
  return (
    <Card title="评价数据">
      <p className="muted benefit-note">
        统计期间 {e.from} 至 {e.to}
        {e.state === 'published' ? '，公布时的数据' : '，随使用台账更新，公布时固定'}。
      </p>
      <DataTable caption="评价数据" columns={figureColumns} rows={lines} rowKey={(l) => l.figure} />
    </Card>
  )
}
