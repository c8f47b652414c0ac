import type { SampleEvent } from '@portal/contract/booking/booking'
import type { BookingDetail, SampleRow } from '@portal/contract/booking/row'
import { sampleEventWords } from '@portal/contract/booking/booking'
import { Button } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import '../../../ui/list/list.css'
import { useMoveSamples } from '../booking.queries.ts'
import { sampleTag } from '../booking.words.ts'

const before: Column<SampleRow>[] = [
  { key: 'name', title: '样品名称' },
  { key: 'count', title: '数量', align: 'right' },
  { key: 'form', title: '形态' },
  { key: 'hazard', title: '危险性' },
  { key: 'wishes', title: '测试要求' },
]
const after: Column<SampleRow>[] = [
  { key: 'returnWanted', title: '退还', render: (s) => (s.returnWanted ? '需退还' : '不退还') },
  { key: 'state', title: '状态', render: (s) => <StateTag {...sampleTag(s.state)} /> },
]
/** A column for each field that the instrument asks of its samples. */
const listAnswerColumns = (titles: readonly string[]): Column<SampleRow>[] =>
  titles.map((title, i) => ({ key: `answer-${i}`, title, render: ({ cells }) => cells[i] ?? '' }))
/** Events that the lab records for a sample; that it was tested follows from the test order. */
const events = ['receive', 'return', 'keep'] as const satisfies readonly SampleEvent[]

/** The samples of a booking and their states; moved one by one or all together. */
export function SampleTable({ booking }: { booking: BookingDetail }) {
  const move = useMoveSamples()
  const run = (event: (typeof events)[number], samples: readonly SampleRow[]) =>
    move.run({ params: { id: booking.id }, body: { event, sampleIds: samples.map((s) => s.id) } })
  const actions: RowAction<SampleRow>[] = events.map((event) => ({
    label: sampleEventWords[event],
    can: event,
    run: (s) => run(event, [s]),
  }))
  const open = (event: SampleEvent) => booking.samples.filter((s) => s.can.includes(event))
  const any = booking.samples.some((s) => s.can.length > 0)
  return (
    <>
      <DataTable
        caption="样品"
        columns={[...before, ...listAnswerColumns(booking.sampleColumns), ...after]}
        rows={booking.samples}
        rowKey={(s) => s.id}
        busy={move.busy}
        actions={any ? actions : undefined}
      />
      {any && booking.samples.length > 1 && (
        <p className="page-extra" style={{ marginTop: 10 }}>
          {events.map(
            (event) =>
              open(event).length > 1 && (
                // `send` has shown the failure.
                <Button
                  key={event}
                  size="small"
                  busy={move.busy}
                  onClick={() => void run(event, open(event)).catch(() => undefined)}
                >
                  全部{sampleEventWords[event]}（{open(event).length} 种）
                </Button>
              ),
          )}
        </p>
      )}
    </>
  )
}
