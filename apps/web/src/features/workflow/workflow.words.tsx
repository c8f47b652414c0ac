import type { HistoryEntry } from '@portal/contract/kernel/rows'
import {
  eventKindWords,
  type EventKind,
  instanceStateWords,
  type InstanceDetail,
  type InstanceRow,
  type InstanceState,
} from '@portal/contract/workflow/workflow'
import { EMPTY, formatMinute, formatMinutes } from '../../lib/format.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import { StateTag, type StateTone } from '../../ui/state-tag.tsx'

const tones: Record<InstanceState, StateTone> = {
  running: 'active',
  done: 'done',
  refused: 'refused',
  withdrawn: 'stopped',
}
export const InstanceTag = ({ state, isStuck }: { state: InstanceState; isStuck: boolean }) =>
  isStuck ? (
    <StateTag tone="refused" text="无人办理" />
  ) : (
    <StateTag tone={tones[state]} text={instanceStateWords[state]} />
  )

/** The columns of a list of instances. `starter` adds the person who started each. */
export const listInstanceColumns = ({ starter }: { starter: boolean }): readonly Column<InstanceRow>[] => [
  { key: 'id', title: '编号', width: 80 },
  { key: 'workflow', title: '流程', main: true, render: ({ workflow }) => workflow.name },
  { key: 'summary', title: '内容', render: ({ summary }) => summary || EMPTY },
  ...(starter
    ? [{ key: 'starter', title: '发起人', width: 100, render: (i: InstanceRow) => i.starter.name }]
    : []),
  { key: 'state', title: '状态', width: 100, render: (i) => <InstanceTag {...i} /> },
  { key: 'at', title: '当前环节', render: ({ at }) => at.join('、') || EMPTY },
  { key: 'awaited', title: '待办理人', render: ({ awaited }) => awaited.join('、') || EMPTY },
  { key: 'startedAt', title: '发起时间', width: 150, render: ({ startedAt }) => formatMinute(startedAt) },
  { key: 'endedAt', title: '结束时间', width: 150, render: ({ endedAt }) => formatMinute(endedAt) },
]

/** The word between an event and its target. */
const joints: { readonly [Kind in EventKind]?: string } = { returned: '至', assigned: '：' }
/** 专家会签：退回至发起人（用时 2 小时） */
export const listHistory = ({ timeline }: Pick<InstanceDetail, 'timeline'>): HistoryEntry[] =>
  timeline.map(({ kind, step, to, minutes, who, opinion, at }) => {
    const what = `${eventKindWords[kind]}${to ? `${joints[kind] ?? '给'}${to}` : ''}`
    const took = minutes === null ? '' : `（用时 ${formatMinutes(minutes)}）`
    return { event: kind, title: `${step ? `${step}：` : ''}${what}${took}`, who, reason: opinion, at }
  })
