import { useMemo } from 'react'
import { runStateWords, type JobRow, type JobRun, type RunState } from '@portal/contract/monitor/monitor'
import { formatSecond } from '../../../lib/format.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Drawer } from '../../../ui/modal.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { defineRuns } from '../monitor.queries.ts'

export const runTone: Record<RunState, StateTone> = {
  running: 'active',
  done: 'done',
  failed: 'refused',
  lost: 'stopped',
}

/** The runs of the last days, newest first. */
export function JobHistory({ job, onClose }: { job: JobRow | null; onClose: () => void }) {
  return (
    <Drawer
      open={job !== null}
      title={job && `运行记录：${job.title}`}
      size={860}
      onClose={onClose}
      destroyOnHidden
    >
      {job && <Runs name={job.name} />}
    </Drawer>
  )
}

function Runs({ name }: { name: string }) {
  const rows = useMemo(() => defineRuns(name), [name])
  return (
    <ListPage<JobRun>
      plain
      title="运行记录"
      prefix="run_"
      rows={rows}
      columns={columns}
      empty={{ text: '还没有运行记录' }}
    />
  )
}

const took = ({ startedAt, endedAt }: JobRun) =>
  endedAt ? `${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} 秒` : null
const columns: readonly Column<JobRun>[] = [
  { key: 'startedAt', title: '开始时间', main: true, render: (r) => formatSecond(r.startedAt) },
  {
    key: 'state',
    title: '结果',
    render: (r) => <StateTag tone={runTone[r.state]} text={runStateWords[r.state]} />,
  },
  { key: 'took', title: '用时', align: 'right', render: took },
  { key: 'rows', title: '处理条数', align: 'right' },
  { key: 'askedBy', title: '发起', render: (r) => r.askedBy ?? '按时运行' },
  {
    key: 'error',
    title: '错误',
    render: (r) => r.error && <span style={{ overflowWrap: 'anywhere' }}>{r.error}</span>,
  },
]
