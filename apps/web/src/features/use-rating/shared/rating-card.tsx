import { Input, Radio } from 'antd'
import {
  scores,
  scoreWords,
  type RatingOfUse,
  type Score,
  type useRatingCalls,
} from '@portal/contract/use-rating/use-rating'
import { formatMinute } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { Stars } from '../parts/stars.tsx'
import { useRate, useRatingOfUse } from '../use-rating.queries.ts'

/** The user's rating of a finished use: requested, and editable for a while. */
export function RatingCard({ bookingId }: { bookingId: number }) {
  const query = useRatingOfUse({ params: { bookingId } })
  const said = query.data
  return (
    <Card title="使用评价">
      {!said ? (
        <Waiting query={query} rows={3} />
      ) : said.mayRate ? (
        // Keyed by the last change, so that the form starts with the newest rating.
        <RatingForm key={said.rating?.changedAt ?? 'none'} said={said} />
      ) : said.rating ? (
        <Said rating={said.rating} />
      ) : (
        <p className="muted">没有评价</p>
      )}
    </Card>
  )
}

const Said = ({ rating: r }: { rating: NonNullable<RatingOfUse['rating']> }) => (
  <>
    <p>
      <Stars score={r.score} /> {scoreWords[r.score]}
    </p>
    {r.words && <p>{r.words}</p>}
    <p className="muted">
      {r.user.name} {formatMinute(r.changedAt)}
    </p>
  </>
)

interface Values {
  score?: Score
  words?: string | null
}
function RatingForm({ said }: { said: RatingOfUse }) {
  const form = useSubmit<typeof useRatingCalls.rate, Values>(useRate(), {
    initial: { ...(said.rating && { score: said.rating.score }), words: said.rating?.words ?? null },
    args: ({ score, words = null }) => ({
      params: { bookingId: said.bookingId },
      // The schema reports a missing score at its field.
      body: { score: score as Score, words },
    }),
    done: said.rating ? '评价已修改' : '谢谢您的评价',
  })
  return (
    <FormPage
      form={form}
      submit={said.rating ? '修改评价' : '提交评价'}
      intro={
        said.changeableUntil && (
          <p className="form-note">您已评价，{formatMinute(said.changeableUntil)} 前可以修改。</p>
        )
      }
    >
      <Field name="score" label="满意度" required>
        <Radio.Group
          options={scores.map((score) => ({
            value: score,
            label: (
              <>
                <Stars score={score} /> {scoreWords[score]}
              </>
            ),
          }))}
        />
      </Field>
      <Field
        name="words"
        label="意见"
        hint="仪器管理员、设备审核员和实验室负责人可以看到，并计入上报的用户评价"
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormPage>
  )
}
