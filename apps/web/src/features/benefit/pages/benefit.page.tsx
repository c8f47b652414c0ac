import { useSearchParams } from 'react-router'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { EvaluationList } from '../parts/evaluation-list.tsx'
import { GroupList } from '../parts/group-list.tsx'
import { RankList } from '../parts/rank-list.tsx'
import { ReportForm } from '../parts/report-form.tsx'
import { SchemeList } from '../parts/scheme-list.tsx'
import { TrialView } from '../parts/trial-view.tsx'
import { benefit } from '../shared/benefit.process.tsx'
import '../benefit.css'

const views = {
  evaluations: { title: '评价单', View: EvaluationList },
  ranking: { title: '排名', View: RankList },
  groups: { title: '汇总', View: GroupList },
  trial: { title: '试算', View: TrialView },
  schemes: { title: '评价方案', View: SchemeList },
} as const
const tabs = Object.entries(views).map(([key, { title }]) => ({ key, title }))

/** 效益评价: with `id` one evaluation; without it, the views of a year. */
export default function BenefitPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (id) return <ProcessPage key={id} process={benefit} id={id} forms={{ change: ReportForm }} />
  const asked = search.get('view') ?? ''
  // checked: one of its keys
  const key = Object.hasOwn(views, asked) ? (asked as keyof typeof views) : 'evaluations'
  const { View } = views[key]
  return (
    <section className="benefit" aria-label="效益评价">
      <header className="page-head">
        <h1>贵重仪器使用效益评价</h1>
      </header>
      <LinkTabs label="效益评价" name="view" tabs={tabs} value={key} keep={['schemeId']} />
      <View />
    </section>
  )
}
