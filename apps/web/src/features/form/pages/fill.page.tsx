import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerDetail, FillableForm } from '@portal/contract/form/form'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { useFillable } from '../form.queries.ts'
import { readId } from '../../../lib/read-id.ts'
import { Fill } from '../parts/fill.tsx'
import './fill.css'

const LIST = { to: to('/account/forms'), text: '查看可填写的表单' }

/** A published form to fill in; after sending, a link to the answer. */
export default function FillPage() {
  const id = readId(useSearchParams()[0])
  const query = useFillable({ params: { id: id ?? 0 } }, { enabled: id !== null })
  return (
    <DetailPage<FillableForm>
      key={id}
      title={({ name }) => name}
      name="填写表单"
      query={query}
      list={LIST}
      missing={id === null ? '请先选择要填写的表单' : null}
    >
      {(form) => <Answering form={form} />}
    </DetailPage>
  )
}

function Answering({ form }: { form: FillableForm }) {
  const [answer, setAnswer] = useState<AnswerDetail | null>(null)
  if (!answer)
    return (
      <Card>
        {form.description && <p className="pre-line form-intro">{form.description}</p>}
        <Fill form={form} onDone={setAnswer} />
      </Card>
    )
  return (
    <Card>
      <div className="empty" role="status">
        <Icon name="check" size={40} />
        <h2>提交成功</h2>
        <p>“{form.name}”已提交，可随时在“我的填写记录”中查看。</p>
        <p className="form-ways">
          <ButtonLink kind="primary" to={to('/account/form-answer', { id: answer.id })}>
            查看填写内容
          </ButtonLink>
          <Button onClick={() => setAnswer(null)}>再填一份</Button>
          <ButtonLink to={LIST.to}>返回表单列表</ButtonLink>
        </p>
      </div>
    </Card>
  )
}
