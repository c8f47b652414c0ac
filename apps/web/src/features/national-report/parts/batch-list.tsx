import { Link, useSearchParams } from 'react-router'
import {
  batchWayWords,
  type AnswerRow,
  type BatchRow,
} from '@portal/contract/national-report/national-report'
import { nationalKindWords } from '@portal/contract/national-report/schema'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { defineAnswers, defineBatches, saveAnswers, saveBatches } from '../national-report.queries.ts'

/** The batches sent; with `batch` in the address the platform's reply to each row. */
export function BatchList({ reportId }: { reportId: number }) {
  const [search] = useSearchParams()
  const batch = Number(search.get('batch'))
  if (batch) return <Answers reportId={reportId} batchId={batch} />
  return (
    <ListPage<BatchRow>
      title="上报批次"
      plain
      rows={defineBatches(reportId)}
      columns={columns}
      actions={[
        {
          label: '查看结果',
          to: (b) => to('/report/deviceList', { id: reportId, view: 'batches', batch: b.id }),
        },
      ]}
      onExport={saveBatches(reportId)}
      empty={{ text: '还没有上报，可以在仪器列表中选择数据上报' }}
    />
  )
}
const columns: readonly Column<BatchRow>[] = [
  { key: 'at', title: '时间', main: true, render: (b) => formatMinute(b.at) },
  { key: 'kind', title: '数据种类', render: (b) => nationalKindWords[b.kind] },
  { key: 'way', title: '方式', render: (b) => batchWayWords[b.way] },
  { key: 'by', title: '上报人' },
  { key: 'rows', title: '数据', align: 'right' },
  { key: 'accepted', title: '接收', align: 'right' },
  { key: 'refused', title: '拒绝', align: 'right' },
  { key: 'trouble', title: '异常', render: (b) => b.trouble ?? EMPTY },
]

function Answers({ reportId, batchId }: { reportId: number; batchId: number }) {
  return (
    <ListPage<AnswerRow>
      title="上报结果"
      plain
      intro={
        <p>
          <Link to={to('/report/deviceList', { id: reportId, view: 'batches' })}>返回全部批次</Link>
        </p>
      }
      rows={defineAnswers(batchId)}
      rowKey={(a) => a.rowId}
      columns={answerColumns}
      onExport={saveAnswers(batchId)}
      empty={{ text: '这一批没有得到国家平台的答复' }}
    />
  )
}
const answerColumns: readonly Column<AnswerRow>[] = [
  {
    key: 'key',
    title: '编号',
    main: true,
    render: (a) => <Link to={to('/report/deviceEdit', { id: a.rowId })}>{a.key}</Link>,
  },
  { key: 'device', title: '仪器', render: (a) => a.device.name },
  {
    key: 'ok',
    title: '结果',
    render: (a) => <StateTag tone={a.ok ? 'done' : 'refused'} text={a.ok ? '接收' : '拒绝'} />,
  },
  { key: 'message', title: '答复' },
]
