import { Link, useSearchParams } from 'react-router'
import { fillerWords, placeWords } from '@portal/contract/national-report/known'
import type { PlacedIssue } from '@portal/contract/national-report/national-report'
import { nationalKinds, nationalKindWords } from '@portal/contract/national-report/schema'
import { EMPTY } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { defineIssues, saveIssues, type Checked } from '../national-report.queries.ts'
import { linkTo } from '../national-report.words.ts'

const tabs = nationalKinds.map((key) => ({ key, title: nationalKindWords[key] }))

/** All issues, with line and column in the file. */
export function IssueList({ reportId }: { reportId: number }) {
  const [search] = useSearchParams()
  const editsDevices = useHolds(['DEVICE_ALL'])
  const kind = nationalKinds.find((k) => k === search.get('kind')) ?? 'device'
  return (
    <>
      <LinkTabs label="数据种类" name="kind" tabs={tabs} value={kind} keep={['id', 'view']} />
      <ListPage<PlacedIssue>
        key={kind}
        title="校验结果"
        plain
        rows={defineIssues(reportId)}
        fixed={{ kind }}
        rowKey={(i) => `${i.rowId} ${i.field} ${i.code}`}
        columns={columnsFor(editsDevices)}
        filters={filters}
        note={({ checked = 0, total }: Checked) =>
          `共校验 ${checked} 条数据，发现 ${total} 处问题；行、列对应导出文件中的位置。`
        }
        onExport={saveIssues(reportId)}
        empty={{ text: '全部数据通过校验' }}
      />
    </>
  )
}

const filters: readonly Filter[] = [
  { kind: 'select', name: 'filler', label: '由谁填写', options: listOptions(fillerWords) },
]
const columnsFor = (editsDevices: boolean): readonly Column<PlacedIssue>[] => [
  {
    key: 'device',
    title: '仪器',
    main: true,
    render: (i) => (
      <Link to={to('/report/deviceEdit', { id: i.rowId })}>{`${i.device.name}（${i.key}）`}</Link>
    ),
  },
  { key: 'row', title: '行', align: 'right' },
  { key: 'column', title: '列', align: 'right', render: (i) => i.column ?? EMPTY },
  { key: 'label', title: '字段' },
  { key: 'message', title: '问题', width: 300 },
  { key: 'filler', title: '由谁填写', render: (i) => fillerWords[i.filler] },
  {
    key: 'place',
    title: '在哪里填写',
    render: (i) => {
      const link = linkTo(i.place, { deviceId: i.device.id, bookingId: null, editsDevices })
      return (
        <Link to={link ?? to('/report/deviceEdit', { id: i.rowId })}>
          {link ? placeWords[i.place] : placeWords.form}
        </Link>
      )
    },
  },
]
