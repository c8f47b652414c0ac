import { Input, Switch } from 'antd'
import {
  consultingStateWords,
  type consultingCalls,
  type ConsultingDetail,
} from '@portal/contract/consulting/consulting'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { to } from '../../../lib/paths.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useAnswer, useQuestion, useRemoveQuestion } from '../consulting.queries.ts'
import { nameAsker } from '../consulting.words.ts'
import './question.css'

/** One question with its answer, or with the answer form for those responsible. */
export function Question({ id }: { id: number }) {
  const go = useNavigate()
  const remove = useRemoveQuestion()
  return (
    <DetailPage
      name="咨询"
      list={{ to: to('/osp/consulting'), text: '全部咨询' }}
      title={(q) => q.title}
      query={useQuestion({ query: { id } })}
      extra={(q) => (
        <>
          {q.can.includes('remove') && (
            <ConfirmButton
              title={`删除“${q.title}”？`}
              text="删除后不能恢复。"
              ok="删除咨询"
              onConfirm={() =>
                remove
                  .run({ params: { id } })
                  .then(() => (say('success', '咨询已删除'), void go('/osp/consulting')))
              }
            >
              删除
            </ConfirmButton>
          )}
          <ButtonLink to="/osp/consulting">返回列表</ButtonLink>
        </>
      )}
    >
      {(q) => (
        <>
          <Card
            title="问题"
            extra={
              <StateTag
                tone={q.state === 'answered' ? 'done' : 'waiting'}
                text={consultingStateWords[q.state]}
              />
            }
          >
            <p className="question-text">{q.body}</p>
            <p className="muted">
              {q.category.name} · {nameAsker(q)} · {formatMinute(q.askedAt)} · {q.shared ? '公开' : '不公开'}{' '}
              · 浏览 {q.views}
            </p>
          </Card>
          <Answer question={q} />
        </>
      )}
    </DetailPage>
  )
}

function Answer({ question: q }: { question: ConsultingDetail }) {
  const may = q.can.includes('answer')
  const [changing, setChanging] = useState(false)
  if (may && (q.state === 'waiting' || changing))
    return <AnswerForm question={q} onDone={() => setChanging(false)} />
  return (
    <Card
      title="答复"
      extra={
        may && (
          <Button size="small" onClick={() => setChanging(true)}>
            修改答复
          </Button>
        )
      }
    >
      {q.answer === null ? (
        <p className="muted">还没有答复，答复后会通知提问人。</p>
      ) : (
        <>
          <p className="question-text">{q.answer}</p>
          <p className="muted">
            {q.answeredBy} · {formatMinute(q.answeredAt)}
          </p>
        </>
      )}
    </Card>
  )
}

interface Values {
  answer?: string
  shared?: boolean
}
function AnswerForm({ question: q, onDone }: { question: ConsultingDetail; onDone: () => void }) {
  // The version that the form started from, because the question is reloaded while the form is open.
  const [seenAnswerAt] = useState(q.answeredAt)
  const form = useSubmit<typeof consultingCalls.answer, Values>(useAnswer(), {
    initial: { answer: q.answer ?? '', shared: q.shared },
    args: (v) => ({ params: { id: q.id }, body: { answer: '', ...v, seenAnswerAt } }),
    draft: `answer:${q.id}`,
    done: '答复已保存',
    after: onDone,
  })
  return (
    <Card title="答复">
      <FormPage
        form={form}
        submit={q.answer === null ? '提交答复' : '保存答复'}
        {...(q.answer !== null && { onCancel: onDone })}
      >
        <Field name="answer" label="答复内容">
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 16 }} maxLength={4000} showCount />
        </Field>
        {q.shareable && (
          <Field
            name="shared"
            label="公开"
            valuePropName="checked"
            hint="其他登录用户也能看到，不显示提问人姓名"
          >
            <Switch />
          </Field>
        )}
      </FormPage>
    </Card>
  )
}
