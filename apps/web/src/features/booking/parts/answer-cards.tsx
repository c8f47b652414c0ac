import { answerWords } from '@portal/contract/form/binding'
import type { BookingDetail } from '@portal/contract/booking/row'
import { lazy, Suspense } from 'react'
import { formatMinute } from '../../../lib/format.ts'
import { Card, Skeleton } from '../../../ui/light.tsx'

const AnswerView = lazy(async () => ({
  default: (await import('../../form/shared/answer-view.tsx')).AnswerView,
}))

/** What was filled in of the instrument's own forms, by the versions that were answered. */
export const AnswerCards = ({ booking: b }: { booking: BookingDetail }) =>
  b.answers.map((answer) => (
    <Card key={answer.id} title={`${answerWords[answer.occasion]}：${answer.form.name}`}>
      <Suspense fallback={<Skeleton rows={3} />}>
        <AnswerView answer={answer} mode="read" />
      </Suspense>
      <p className="muted">
        {answer.by.name} {formatMinute(answer.at)} 填写（表单第 {answer.version} 版）
      </p>
    </Card>
  ))
