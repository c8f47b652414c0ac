import { useSearchParams } from 'react-router'
import type { AnswerDetail } from '@portal/contract/form/form'
import { to } from '../../../lib/paths.ts'
import { formatMinute } from '../../../lib/format.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { Paper } from '../../../ui/paper.tsx'
import { useAnswer } from '../form.queries.ts'
import { AnswerView } from '../shared/answer-view.tsx'
import { readId } from '../../../lib/read-id.ts'

const LIST = { to: to('/account/forms', { view: 'mine' }), text: '查看我的填写记录' }

/** One answer, on the screen and on paper. */
export default function AnswerPage() {
  const [search] = useSearchParams()
  const id = readId(search)
  const query = useAnswer({ params: { id: id ?? 0 } }, { enabled: id !== null })
  const { data } = query
  if (data && search.has('print')) return <AnswerPaper answer={data} />
  return (
    <DetailPage<AnswerDetail>
      title={({ form }) => form.name}
      name="填写记录"
      query={query}
      list={LIST}
      missing={id === null ? '请先选择要查看的填写记录' : null}
      extra={(answer) => (
        <ButtonLink icon="print" to={to('/account/form-answer', { id: answer.id, print: 1 })}>
          打印
        </ButtonLink>
      )}
    >
      {(answer) => (
        <>
          <Card>
            <Facts
              items={[
                { label: '填写人', value: answer.by.name },
                { label: '填写时间', value: formatMinute(answer.at) },
                { label: '编号', value: answer.id },
                { label: '表单版本', value: `第 ${answer.version} 版` },
              ]}
            />
          </Card>
          <Card title="填写内容">
            <AnswerView answer={answer} mode="read" />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

const AnswerPaper = ({ answer }: { answer: AnswerDetail }) => (
  <Paper
    title={answer.form.name}
    back={{ to: to('/account/form-answer', { id: answer.id }), text: '返回' }}
    head={[`填写人：${answer.by.name}`, `填写时间：${formatMinute(answer.at)}`, `编号：${answer.id}`]}
  >
    <AnswerView answer={answer} mode="print" />
  </Paper>
)
