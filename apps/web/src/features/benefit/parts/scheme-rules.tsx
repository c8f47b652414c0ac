import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { pointsText, sumWeights } from '@portal/contract/benefit/score'
import { benefitGradeWords, benefitItems, benefitItemWords } from '@portal/contract/benefit/scheme'
import { deviceDesignWords } from '@portal/contract/device/body'
import {
  achievementKindWords,
  achievementLevelWords,
  masteryWords,
  type Mastery,
} from '@portal/contract/device-record/device-record'
import { formatMoney } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'

const designWords = { ...deviceDesignWords, any: '不限' }

/** A scheme as text, for everyone whose instruments are evaluated. */
export function SchemeRules({ scheme: s }: { scheme: SchemeRow }) {
  const { quotas, weights, caps, talent, results, incomePoints, fresh, grades } = s.rules
  const bands = s.rules.bands.toSorted((a, b) => b.from - a.from)
  return (
    <Facts
      items={[
        {
          label: '评价范围',
          value: `分类号 ${s.prefixes.join('、')} 开头，原值 ${formatMoney(s.minPriceFen)} 及以上`,
          wide: true,
        },
        { label: '填报截止', value: s.dueOn },
        {
          label: '定额机时',
          value: quotas.map((q) => `${q.prefix} ${designWords[q.design]} ${q.hours} 小时`).join('；'),
          wide: true,
        },
        {
          label: '权重',
          value: `${benefitItems.map((i) => `${benefitItemWords[i]} ${pointsText(weights[i])}`).join('；')}；合计 ${pointsText(sumWeights(weights))}`,
          wide: true,
        },
        {
          label: '得分上限',
          value: benefitItems.map((i) => `${benefitItemWords[i]} ${pointsText(caps[i])}`).join('；'),
          wide: true,
        },
        {
          label: '人才培养',
          value: (Object.keys(masteryWords) as Mastery[])
            .map((m) => `${masteryWords[m]} ${pointsText(talent[m].points)} 分/${talent[m].people} 人`)
            .join('；'),
          wide: true,
        },
        {
          label: '科研成果',
          value:
            results
              .map(
                (r) =>
                  `${achievementKindWords[r.kind]}·${r.level ? achievementLevelWords[r.level] : '其余级别'} ${pointsText(r.points)} 分`,
              )
              .join('；') || '未设置分值，不计分',
          wide: true,
        },
        { label: '服务收入', value: `${pointsText(incomePoints)} 分/千元` },
        {
          label: '功能利用与开发',
          value: [
            ...bands.map((b) => `利用率达到 ${b.from}% 得 ${pointsText(b.points)} 分`),
            `每项新开发功能 ${pointsText(fresh)} 分`,
          ].join('；'),
          wide: true,
        },
        {
          label: '等级',
          value: `${(['excellent', 'good', 'pass'] as const)
            .map((g) => `${benefitGradeWords[g]} ≥ ${pointsText(grades[g])}`)
            .join('；')}；低于 ${pointsText(grades.pass)} 为${benefitGradeWords.fail}`,
          wide: true,
        },
      ]}
    />
  )
}
