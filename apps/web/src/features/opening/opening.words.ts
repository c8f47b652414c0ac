import type { Readiness } from '@portal/contract/opening/readiness'
import type { StateTone } from '../../ui/state-tag.tsx'

/** 开放中 only where the server says that a booking would be taken. */
export const openingTag = ({ bookable, opened, text }: Readiness): { tone: StateTone; text: string } => ({
  tone: bookable ? 'done' : opened ? 'waiting' : 'stopped',
  text,
})
