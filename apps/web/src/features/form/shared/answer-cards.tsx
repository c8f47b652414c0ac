import { answerWords, type BoundAnswer } from '@portal/contract/form/binding'
import { Suspense } from 'react'
import { formatMinute } from '../../../lib/format.ts'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'

const AnswerView = definePart(async () => ({ default: (await import('./answer-view.tsx')).AnswerView }))

/** The answers to an instrument's forms, each shown with the version of the form that was answered. */
export const AnswerCards = ({ answers }: { answers: readonly BoundAnswer[] }) =>
  answers.map((answer) => (
    <Card key={answer.id} title={`${answerWords[answer.occasion]}：${answer.form.name}`}>
      <Suspense fallback={<Skeleton rows={3} />}>
        <AnswerView answer={answer} mode="read" />
      </Suspense>
      <p className="muted">
        {answer.by.name} {formatMinute(answer.at)} 填写（表单第 {answer.version} 版）
      </p>
    </Card>
  ))
