import type { BookingDetail } from '@portal/contract/booking/row'
import { Card } from '../../../ui/light.tsx'
import { QuoteLines } from '../../price-plan/shared/bill-lines.tsx'
import { AnswerCards } from '../../form/shared/answer-cards.tsx'
import { BookingSummary } from '../shared/booking-summary.tsx'
import { ConductCard } from './conduct-card.tsx'
import { SampleTable } from './sample-table.tsx'

/** Facts and price of a booking, the same for readers and for reviewers. */
export const BookingCards = ({ booking: b }: { booking: BookingDetail }) => (
  <>
    <Card title="预约信息">
      <BookingSummary booking={b} />
    </Card>
    {b.conduct && <ConductCard booking={b} conduct={b.conduct} />}
    {b.samples.length > 0 && (
      <Card title="样品">
        <SampleTable booking={b} />
      </Card>
    )}
    <AnswerCards answers={b.answers} />
    <Card title="费用">
      <QuoteLines quote={b.quote} />
    </Card>
  </>
)
