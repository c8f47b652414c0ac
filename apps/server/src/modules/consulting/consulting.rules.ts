import type { consultingActions } from '@portal/contract/consulting/consulting'

interface Facts {
  state: 'waiting' | 'answered'
  mine: boolean
  /** The person answers questions of this category. */
  answers: boolean
  /** The person manages all questions. */
  manages: boolean
}

/** An answer may be improved later. The asker may remove a question until it is answered. */
export const listActions = ({
  state,
  mine,
  answers,
  manages,
}: Facts): (typeof consultingActions)[number][] => [
  ...(answers || manages ? (['answer'] as const) : []),
  ...(manages || (mine && state === 'waiting') ? (['remove'] as const) : []),
]
