import type { Readiness } from '@portal/contract/opening/readiness'
import type { StateTone } from '../../ui/state-tag.tsx'

/** The tag says 开放中 only if the server would accept a booking. */
export const openingTag = ({ bookable, opened, text }: Readiness): { tone: StateTone; text: string } => ({
  tone: bookable ? 'done' : opened ? 'waiting' : 'stopped',
  text,
})
