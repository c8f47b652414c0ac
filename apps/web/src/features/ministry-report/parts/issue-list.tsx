import { Link } from 'react-router'
import { issueCodes, issueWords, type IssueRow } from '@portal/contract/ministry-report/issue'
import type { Tab } from '@portal/contract/ministry-report/layout'
import { EMPTY } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { explain, saveIssues, useIssues } from '../ministry-report.queries.ts'

/**
 * Issues found by the last check of a table. Each links to its row; a value that is correct nevertheless can
 * be explained.
 */
export function IssueList({ year, tab }: { year: number; tab: Tab }) {
  return (
    <ListPage<IssueRow>
      title={`${tab} 的问题`}
      plain
      rows={useIssues}
      fixed={{ year, tab }}
      columns={listColumns(year)}
      filters={filters}
      onExport={saveIssues}
      actions={[
        {
          label: (i) => (i.words ? '修改说明' : '说明'),
          can: 'explain',
          reason: { label: '说明', required: true, maxLength: 200 },
          confirm: (i) => ({
            title: i.message,
            text: '说明在该问题不变时有效，随冻结的版本保留。',
            ok: '保存说明',
          }),
          run: (i, words) => explain.run({ params: { id: i.id }, body: { words } }),
        },
      ]}
      empty={{ text: '最近一次检查没有发现问题' }}
    />
  )
}
const listColumns = (year: number): Column<IssueRow>[] => [
  {
    key: 'message',
    title: '问题',
    main: true,
    render: (i) =>
      i.rowId === null ? (
        i.message
      ) : (
        <Link to={to('/report/ministry/table', { year, table: i.tab, row: i.rowId })}>{i.message}</Link>
      ),
  },
  { key: 'code', title: '类别', render: (i) => issueWords[i.code].title },
  { key: 'rowName', title: '行', render: (i) => i.rowName ?? EMPTY },
  { key: 'fieldTitle', title: '字段', render: (i) => i.fieldTitle ?? EMPTY },
  { key: 'words', title: '说明', render: (i) => i.words ?? EMPTY },
  { key: 'explainedBy', title: '说明人', render: (i) => i.explainedBy ?? EMPTY, phone: false },
]
const filters: readonly Filter[] = [
  {
    kind: 'select',
    name: 'code',
    label: '类别',
    options: issueCodes.map((value) => ({ value, label: issueWords[value].title })),
  },
  {
    kind: 'select',
    name: 'explained',
    label: '说明',
    options: [
      { value: 'false', label: '待处理' },
      { value: 'true', label: '已说明' },
    ],
  },
]
