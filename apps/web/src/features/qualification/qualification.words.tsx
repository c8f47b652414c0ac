import {
  qualificationStates,
  qualificationStateWords,
  type QualificationState,
} from '@portal/contract/qualification/qualification'
import type { Filter } from '../../ui/list/filters.tsx'
import { StateTag, type StateTone } from '../../ui/state-tag.tsx'

const tones: Record<QualificationState, StateTone> = {
  valid: 'done',
  expiring: 'waiting',
  expired: 'stopped',
}
export const QualificationTag = ({ state }: { state: QualificationState }) => (
  <StateTag tone={tones[state]} text={qualificationStateWords[state]} />
)
export const stateFilter: Filter = {
  kind: 'select',
  name: 'state',
  label: '状态',
  options: qualificationStates.map((s) => ({ value: s, label: qualificationStateWords[s] })),
}
export const termWords = (q: { validTo: string | null }): string => (q.validTo ? `至 ${q.validTo}` : '长期')
