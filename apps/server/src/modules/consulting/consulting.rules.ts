import type { consultingActions } from '@portal/contract/consulting/consulting'

interface Facts {
  state: 'waiting' | 'answered'
  mine: boolean
  /** Does he answer questions of this category? */
  answers: boolean
  /** Does he look after all of them? */
  manages: boolean
}

/**
 * An answer may be put better later. A question is the asker's own
 * until somebody has taken the trouble to answer it.
 */
export const listActions = ({
  state,
  mine,
  answers,
  manages,
}: Facts): (typeof consultingActions)[number][] => [
  ...(answers || manages ? (['answer'] as const) : []),
  ...(manages || (mine && state === 'waiting') ? (['remove'] as const) : []),
]
