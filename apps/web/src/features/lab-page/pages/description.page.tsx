import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { useWords } from '../../lab/shared/words.ts'
import { useDescription } from '../lab-page.queries.ts'
import { LabScreen } from '../parts/lab-screen.tsx'

export default function DescriptionPage() {
  const typeOf = useWords('lab_type')
  const gradeOf = useWords('lab_grade')
  return (
    <LabScreen
      title="实验室简介"
      extra={(lab) =>
        lab.can.includes('intro') && (
          <ButtonLink to={to('/lab/manage', { serialId: lab.serialId, tab: 'intro' })}>编辑简介</ButtonLink>
        )
      }
    >
      {(lab) => (
        <>
          <Card>
            <Facts
              items={[
                { label: '编号', value: lab.serialId },
                { label: '单位', value: lab.dept.name },
                { label: '类型', value: typeOf(lab.type) },
                { label: '级别', value: gradeOf(lab.grade) },
                { label: '主任', value: lab.directors.map((p) => p.name).join('、') },
                { label: '地点', value: lab.room && `${lab.room.building} ${lab.room.name}` },
                {
                  label: '面积',
                  value: lab.areaM2 === null ? null : `${lab.areaM2.toLocaleString('zh-CN')} ㎡`,
                },
                { label: '建立年份', value: lab.foundedYear && `${lab.foundedYear} 年` },
                { label: '仪器', value: `${lab.devices} 台，其中共享 ${lab.sharedDevices} 台` },
              ]}
            />
          </Card>
          <div className="card">
            <Body labKey={lab.serialId} />
          </div>
        </>
      )}
    </LabScreen>
  )
}

function Body({ labKey }: { labKey: string }) {
  const { data, error, refetch } = useDescription({ query: { id: labKey } })
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={8} height={22} />
    )
  if (data.bodyHtml) return <RichView html={data.bodyHtml} />
  return data.intro ? <p className="pre-line">{data.intro}</p> : <Empty text="还没有填写简介" />
}
