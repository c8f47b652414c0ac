import { useState } from 'react'
import { MOST_RESOLVED, type ExceptionRow } from '@portal/contract/monitor/monitor'
import { formatSecond } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { sendInParts } from '../../../lib/verdicts.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import {
  saveExceptions,
  useExceptions,
  useReopenException,
  useResolveExceptions,
} from '../monitor.queries.ts'
import { ExceptionDetail } from '../parts/exception-detail.tsx'

const note = { label: '处理说明', maxLength: 200, picks: ['已修复', '已恢复', '无需处理'] }

/** Server errors, one row for each place in the code that raises them. */
export default function ExceptionLogPage() {
  const [open, setOpen] = useState<number | null>(null)
  const resolve = useResolveExceptions()
  const reopen = useReopenException()
  const mark = async (rows: readonly ExceptionRow[], reason: string) => {
    const tell = (_: unknown, unanswered = 0) =>
      unanswered > 0
        ? say('warning', `已标记 ${rows.length - unanswered} 条，${unanswered} 条没有得到答复`)
        : say('success', '已标记为已处理')
    const send = (part: readonly ExceptionRow[]) =>
      resolve.run({ body: { ids: part.map((e) => e.id), note: reason } })
    tell(await sendInParts(rows, send, tell, MOST_RESOLVED))
  }
  return (
    <>
      <ListPage<ExceptionRow>
        title="异常日志"
        rows={useExceptions}
        onExport={saveExceptions}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '异常', placeholder: '内容、接口或请求编号' },
          {
            kind: 'select',
            name: 'state',
            label: '状态',
            options: [
              { value: 'open', label: '未处理' },
              { value: 'resolved', label: '已处理' },
            ],
          },
        ]}
        actions={[
          { label: '详情', run: (e) => setOpen(e.id) },
          {
            label: '标记已处理',
            can: 'resolve',
            confirm: () => ({
              title: '标记为已处理？',
              text: '再次发生时会重新变为未处理。',
              ok: '标记已处理',
            }),
            reason: note,
            run: (e, reason) => mark([e], reason),
          },
          {
            label: '取消标记',
            can: 'reopen',
            run: (e) => reopen.run({ params: { id: e.id } }).then(() => say('success', '已改为未处理')),
          },
        ]}
        batch={[
          {
            label: (n) => `标记 ${n} 条已处理`,
            can: 'resolve',
            confirm: (rows) => ({
              title: `将 ${rows.length} 条异常标记为已处理？`,
              text: '再次发生时会重新变为未处理。',
              ok: '标记已处理',
            }),
            reason: note,
            run: mark,
          },
        ]}
        empty={{ text: '没有异常记录' }}
      />
      <ExceptionDetail id={open} onClose={() => setOpen(null)} />
    </>
  )
}

const columns: readonly Column<ExceptionRow>[] = [
  {
    key: 'message',
    title: '异常',
    main: true,
    render: (e) => <span style={{ overflowWrap: 'anywhere' }}>{e.message.slice(0, 200)}</span>,
  },
  { key: 'call', title: '接口', render: (e) => <code style={{ overflowWrap: 'anywhere' }}>{e.call}</code> },
  { key: 'times', title: '次数', align: 'right' },
  { key: 'firstAt', title: '首次发生', render: (e) => formatSecond(e.firstAt), phone: false },
  { key: 'lastAt', title: '最近发生', render: (e) => formatSecond(e.lastAt) },
  {
    key: 'state',
    title: '状态',
    render: (e) =>
      e.resolvedAt ? <StateTag tone="done" text="已处理" /> : <StateTag tone="refused" text="未处理" />,
  },
]
