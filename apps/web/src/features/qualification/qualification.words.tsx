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

/** What follows for people who lose the qualification, at once or when its shortened term is over. */
export const narrowedWords =
  '此后不能再自主上机预约。仪器要求上机资格时，已有的预约保留，但重新取得前不能开始使用，可免费取消；' +
  '本人和预约人会收到消息。'
