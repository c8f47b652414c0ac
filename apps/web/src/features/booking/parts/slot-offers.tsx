import type { Slot } from '@portal/contract/booking/row'
import { Button } from '../../../ui/light.tsx'
import { Period } from '../../../ui/period.tsx'
import type { Choice } from '../calendar.rules.ts'

/** The nearest free slots, chosen by one click. */
export function SlotOffers({ slots, onPick }: { slots: readonly Slot[]; onPick: (choice: Choice) => void }) {
  if (slots.length === 0) return null
  return (
    <div className="slot-offers" role="group" aria-label="最近的空闲时段">
      <span className="muted">最近的空闲时段：</span>
      {slots.map((s) => (
        <Button
          key={`${s.startAt}${s.seat}`}
          size="small"
          onClick={() => onPick({ startAt: s.startAt, endAt: s.endAt, seat: s.seat })}
        >
          <Period from={s.startAt} to={s.endAt} />
        </Button>
      ))}
    </div>
  )
}
