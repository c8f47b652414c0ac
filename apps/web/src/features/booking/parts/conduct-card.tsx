import type { BookingDetail, Conduct } from '@portal/contract/booking/row'
import { violationKindWords } from '@portal/contract/violation/violation'
import { formatDay } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

/** The booker's record in this laboratory, for the reviewer. */
export function ConductCard({ booking: b, conduct }: { booking: BookingDetail; conduct: Conduct }) {
  const { here, lastHereAt, all } = conduct.uses
  return (
    <Card title="近一年使用情况">
      <Facts
        items={[
          { label: '使用人', value: b.experimenter.name },
          {
            label: '使用本仪器',
            value: here === 0 ? '没有用过' : `${here} 次，最近一次 ${formatDay(lastHereAt)}`,
          },
          { label: '使用全部仪器', value: `${all} 次` },
          conduct.qualification !== null && {
            label: '上机资格',
            value: <Qualified {...conduct.qualification} until={b.endAt} />,
          },
          {
            label: b.booker.id === b.experimenter.id ? '违约' : '预约人违约',
            value:
              conduct.violations.length === 0 ? (
                '没有'
              ) : (
                <StateTag
                  tone="refused"
                  text={conduct.violations
                    .map((v) => `${violationKindWords[v.kind]} ${v.times} 次`)
                    .join('、')}
                />
              ),
          },
        ]}
      />
    </Card>
  )
}

function Qualified({
  granted,
  validUntil,
  until,
}: {
  granted: boolean
  validUntil: string | null
  until: string | null
}) {
  if (!granted) return <StateTag tone="refused" text="没有取得" />
  if (validUntil === null) return '长期有效'
  const text = `有效至 ${formatDay(validUntil)}`
  return until !== null && validUntil < until ? (
    <StateTag tone="refused" text={`${text}，早于预约结束`} />
  ) : (
    text
  )
}
