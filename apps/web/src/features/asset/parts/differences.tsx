import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  findingWords,
  scanConditionWords,
  stocktakeStateWords,
  type DifferenceRow,
  type Finding,
  type StocktakeDetail,
} from '@portal/contract/asset/stocktake'
import { asFailure } from '../../../lib/failure.ts'
import { formatDay, formatMinute, formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Paper, PaperFacts, PaperTable } from '../../../ui/paper.tsx'
import { saveDifferences, useDifferences } from '../asset.queries.ts'
import { DeviceLink } from './columns.tsx'

const findings = Object.keys(findingWords) as Finding[]
const isFinding = (word: string | null): word is Finding => word !== null && word in findingWords
const listWords = (d: DifferenceRow) => d.findings.map((f) => findingWords[f]).join('、')

const columns: readonly Column<DifferenceRow>[] = [
  { key: 'device', title: '仪器', main: true, render: (d) => <DeviceLink device={d.device} /> },
  { key: 'lab', title: '实验室', render: (d) => d.device.lab.name },
  { key: 'findings', title: '差异', render: listWords },
  { key: 'expectedRoom', title: '登记房间', render: (d) => d.expectedRoom ?? '—' },
  { key: 'room', title: '实际房间', render: (d) => d.room ?? '—' },
  {
    key: 'condition',
    title: '现状',
    render: (d) => (d.condition ? scanConditionWords[d.condition] : '—'),
    phone: false,
  },
  { key: 'note', title: '备注', render: (d) => d.note ?? '—', phone: false },
  {
    key: 'by',
    title: '盘点',
    render: (d) => (d.scannedBy ? `${d.scannedBy.name} ${formatMinute(d.scannedAt)}` : '—'),
    phone: false,
  },
]

/** The number of differences by kind, and the list of one kind or of all. */
export function Differences({ stocktake: s }: { stocktake: StocktakeDetail }) {
  const [search] = useSearchParams()
  const wanted = search.get('finding')
  const finding = isFinding(wanted) ? wanted : undefined
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useDifferences(
    s.id,
    finding,
    50,
  )
  const rows = data?.pages.flatMap((p) => p.items) ?? []
  return (
    <Card
      title="盘点差异"
      extra={
        <div className="page-extra">
          <ExportButton small save={(transfer) => saveDifferences(s.id, finding, transfer)} />
        </div>
      }
    >
      <nav className="count-cards no-print" aria-label="差异类别">
        {findings.map((one) => (
          <Link
            key={one}
            to={to('/osp/asset/stocktakes', { id: s.id, finding: one === finding ? null : one })}
            aria-current={one === finding ? 'true' : undefined}
            preventScrollReset
          >
            <b>{s.differences[one]}</b>
            <span>{findingWords[one]}</span>
          </Link>
        ))}
      </nav>
      {isPending ? (
        <Skeleton rows={6} height={28} />
      ) : error && !data ? (
        <PageError error={asFailure(error)} onRetry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <Empty text={finding ? '没有这类差异' : '没有差异'} />
      ) : (
        <>
          <DataTable caption="盘点差异" columns={columns} rows={rows} rowKey={(d) => d.device.id} />
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              显示更多
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

/** The most lines on paper; the exported table has all. */
const PRINTED = 1000

export function DifferenceSheet({ stocktake: s }: { stocktake: StocktakeDetail }) {
  const { data, hasNextPage, fetchNextPage, isFetching } = useDifferences(s.id, undefined, 200)
  const rows = data?.pages.flatMap((p) => p.items) ?? []
  const more = hasNextPage && rows.length < PRINTED
  useEffect(() => {
    if (more && !isFetching) void fetchNextPage()
  }, [more, isFetching, fetchNextPage])
  return (
    <Paper
      title="仪器设备盘点差异表"
      ready={data !== undefined && !more}
      back={{ to: to('/osp/asset/stocktakes', { id: s.id }), text: '返回盘点' }}
      head={[
        s.title,
        `状态：${stocktakeStateWords[s.state]}`,
        `日期：${formatDay(s.closedAt ?? new Date())}`,
      ]}
      signs={['盘点人', '单位负责人', '设备处', '日期']}
    >
      <PaperFacts
        items={[
          ['范围', s.dept?.name ?? '全校'],
          ['年度', s.year],
          ['应盘', `${s.expected} 台`],
          ['已盘', `${s.found} 台`],
          ...findings.map((f) => [findingWords[f], `${s.differences[f]} 台`] as const),
        ]}
      />
      <PaperTable heads={['资产编号', '仪器', '实验室', '原值', '差异', '登记 / 实际房间', '处理意见']}>
        {rows.slice(0, PRINTED).map((d) => (
          <tr key={d.device.id}>
            <td>{d.device.serialId}</td>
            <td>{d.device.name}</td>
            <td>{d.device.lab.name}</td>
            <td className="num">{formatMoney(d.device.priceFen)}</td>
            <td>{[listWords(d), d.note].filter(Boolean).join('：')}</td>
            <td>
              {d.expectedRoom ?? '—'}
              {d.room && d.room !== d.expectedRoom && ` / ${d.room}`}
            </td>
            <td aria-label="处理意见" />
          </tr>
        ))}
      </PaperTable>
      {hasNextPage && rows.length >= PRINTED && <p>仅列出前 {PRINTED} 条，其余见导出的表格。</p>}
    </Paper>
  )
}
