import { useState } from 'react'
import { runStateWords, type JobRow } from '@portal/contract/monitor/monitor'
import { formatAgo, formatSecond } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import '../../../ui/list/list.css'
import { NotRenewed } from '../../../ui/list/not-renewed.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { cronWords } from '../cron.ts'
import { useJobs, usePauseJob, useResumeJob, useRunJob } from '../monitor.queries.ts'
import { JobHistory, runTone } from '../parts/job-history.tsx'

/** The scheduled jobs, with their last and next runs. */
export default function CrontabTaskPage() {
  const query = useJobs({}, { refetchInterval: 5000 })
  const { data, error, refetch } = query
  const [open, setOpen] = useState<JobRow | null>(null)
  const [run, pause, resume] = [useRunJob(), usePauseJob(), useResumeJob()]
  const of = (j: JobRow) => ({ params: { name: j.name } })
  const actions: readonly RowAction<JobRow>[] = [
    {
      label: '立即运行',
      can: 'run',
      run: (j) => run.run(of(j)).then(() => say('success', '已提交运行，结果见最近运行')),
    },
    {
      label: '暂停',
      can: 'pause',
      danger: true,
      confirm: (j) => ({
        title: `暂停“${j.title}”？`,
        text: '暂停期间不会按时运行，直到恢复。',
        ok: '暂停任务',
        cancel: '保持运行',
      }),
      run: (j) => pause.run(of(j)).then(() => say('success', '任务已暂停')),
    },
    { label: '恢复', can: 'resume', run: (j) => resume.run(of(j)).then(() => say('success', '任务已恢复')) },
    { label: '运行记录', run: setOpen },
  ]
  return (
    <section className="list-page" aria-label="定时任务">
      <header className="page-head">
        <h1>定时任务</h1>
      </header>
      <div className="card list-card">
        <NotRenewed list={query} />
        {!data ? (
          error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={30} />
          )
        ) : (
          <DataTable
            caption="定时任务"
            columns={columns}
            rows={data}
            rowKey={(j) => j.name}
            actions={actions}
          />
        )}
      </div>
      <JobHistory job={open} onClose={() => setOpen(null)} />
    </section>
  )
}

const columns: readonly Column<JobRow>[] = [
  { key: 'title', title: '任务', main: true },
  { key: 'name', title: '名称', render: (j) => <code>{j.name}</code>, phone: false },
  { key: 'cron', title: '周期', render: (j) => <span title={j.cron}>{cronWords(j.cron)}</span> },
  {
    key: 'next',
    title: '下次运行',
    render: (j) =>
      j.pausedAt ? (
        <StateTag tone="stopped" text={`已暂停${j.pausedBy ? `（${j.pausedBy}）` : ''}`} />
      ) : j.nextAt ? (
        formatSecond(j.nextAt)
      ) : (
        <span className="muted">—</span>
      ),
  },
  {
    key: 'last',
    title: '最近运行',
    render: (j) =>
      j.last ? (
        <time dateTime={j.last.startedAt} title={formatSecond(j.last.startedAt)}>
          {formatAgo(j.last.startedAt)}
        </time>
      ) : (
        <span className="muted">尚未运行</span>
      ),
  },
  {
    key: 'state',
    title: '结果',
    render: (j) => j.last && <StateTag tone={runTone[j.last.state]} text={runStateWords[j.last.state]} />,
  },
]
