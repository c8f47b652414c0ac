import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerRow } from '@portal/contract/form/form'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listAnswers, saveAnswers, useForm } from '../form.queries.ts'
import { listAnswerColumns } from '../form.words.tsx'
import { readId } from '../../../lib/read-id.ts'

const DESIGN = '/form-create/form-design'

/** All answers to a form; they can be exported as a spreadsheet. */
export default function AnswersPage() {
  const id = readId(useSearchParams()[0])
  if (id !== null) return <Answers id={id} />
  return (
    <Card>
      <h1>填写记录</h1>
      <Empty text="请先选择要查看的表单">
        <ButtonLink kind="primary" to={to(DESIGN)}>
          前往表单设计
        </ButtonLink>
      </Empty>
    </Card>
  )
}

function Answers({ id }: { id: number }) {
  const rows = useMemo(() => listAnswers(id), [id])
  const save = useMemo(() => saveAnswers(id), [id])
  const { data: form } = useForm({ params: { id } })
  return (
    <ListPage<AnswerRow>
      key={id}
      title={form ? `${form.name}：填写记录` : '填写记录'}
      rows={rows}
      columns={columns}
      filters={filters}
      actions={[{ label: '查看', to: (answer) => to('/account/form-answer', { id: answer.id }) }]}
      onExport={save}
      extra={<ButtonLink to={to(DESIGN, { id })}>查看表单</ButtonLink>}
      empty={{ text: '还没有人填写该表单' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '填写人、填写内容' },
]
const columns = listAnswerColumns({ form: false, by: true })
