import { Form, type FormInstance } from 'antd'
import { formatMoney, formatShortPeriod } from '../../../lib/format.ts'
import { MyPrice } from '../../price-plan/shared/my-price.tsx'
import { useJudgement } from '../booking.queries.ts'
import { lacksSum, SUM_UNKNOWN } from '../booking.words.ts'
import { readJudgeable, type About, type BookingValues } from '../form.rules.ts'

/** Summary of the booking in one line: 周二 14:00–16:00 · ¥400.00. */
export function BookingBar({ antd, about }: { antd: FormInstance<BookingValues>; about: About }) {
  const values = Form.useWatch([], { form: antd, preserve: true }) as BookingValues | undefined
  const wish = readJudgeable(values, about)
  const { data, behind } = useJudgement(wish)
  if (!wish)
    return (
      <span>
        <MyPrice
          deviceId={about.deviceId}
          basis={about.kind === 'sample_delivery' ? 'per_sample' : 'per_time'}
        />
        {about.kind === 'sample_delivery' ? ' · 请填写样品' : ' · 请选择时段'}
      </span>
    )
  return (
    <>
      <span>{wish.startAt ? formatShortPeriod(wish.startAt, wish.endAt) : '时间由审核员安排'}</span>
      {behind ? (
        ' · 正在试算…'
      ) : (
        <>
          {data?.quote &&
            (lacksSum(wish.startAt, data.quote) ? (
              ` · ${SUM_UNKNOWN}`
            ) : (
              <strong> · {formatMoney(data.quote.totalFen)}</strong>
            ))}
          {data && data.reasons.length > 0 && <em> · 不符合规则</em>}
        </>
      )}
    </>
  )
}
