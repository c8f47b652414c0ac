import { useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  rowStates,
  rowStateWords,
  type NationalReport,
  type RowState,
} from '@portal/contract/national-report/national-report'
import { nationalKinds, nationalKindWords, type NationalKind } from '@portal/contract/national-report/schema'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ask, say } from '../../../lib/tell.ts'
import { Button, ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { collect, readLeaving, saveFile, useReports } from '../national-report.queries.ts'
import { AddReport } from '../parts/add-report.tsx'
import { Schemas } from '../parts/schemas.tsx'
import '../national-report.css'

/** 单台大型仪器: the yearly reports to the national platform, their progress, and each year's schema. */
export default function ReportsPage() {
  const query = useReports()
  const { data } = query
  return (
    <section className="national" aria-label="单台大型仪器">
      <header className="page-head">
        <h1>单台大型仪器</h1>
        {data?.can.includes('add') && (
          <div className="page-extra no-print">
            <AddReport years={data.items.map((r) => r.year)} />
          </div>
        )}
      </header>
      {data === undefined ? (
        <Waiting query={query} rows={6} />
      ) : (
        <>
          {data.can.includes('add') && !data.service && (
            <p className="muted">没有配置国家平台的上报接口：可以导出文件，在国家平台上传后登记结果。</p>
          )}
          {data.items.map((r) => (
            <Report key={r.id} report={r} />
          ))}
          {data.items.length === 0 && (
            <Card>
              <Empty
                text={
                  data.can.includes('add')
                    ? '还没有建立年度上报，可以在右上方选择年度建立'
                    : '您管理的仪器还没有需要上报的数据'
                }
              >
                <ButtonLink to={to('/statistics')}>统计报表</ButtonLink>
              </Empty>
            </Card>
          )}
          {data.can.includes('import') && <Schemas />}
        </>
      )}
    </section>
  )
}

interface Line {
  kind: NationalKind
  counts: Record<RowState, number>
}
function Report({ report: r }: { report: NationalReport }) {
  const lines = nationalKinds.map((kind): Line => ({ kind, counts: r.counts[kind] }))
  const makeView = (kind: NationalKind) => (kind === 'device' ? 'device' : kind)
  const columns: readonly Column<Line>[] = [
    {
      key: 'kind',
      title: '数据种类',
      main: true,
      render: (l) => (
        <Link to={to('/report/deviceList', { id: r.id, view: makeView(l.kind) })}>
          {nationalKindWords[l.kind]}
        </Link>
      ),
    },
    ...rowStates.map((s): Column<Line> => ({
      key: s,
      title: rowStateWords[s],
      align: 'right',
      render: (l) => l.counts[s],
    })),
  ]
  return (
    <Card
      title={`${r.year} 年度`}
      extra={
        <span className="muted">
          {r.collectedAt ? `${formatMinute(r.collectedAt)} 收集数据` : '尚未收集数据'}
        </span>
      }
    >
      <DataTable caption={`${r.year} 年度上报`} columns={columns} rows={lines} rowKey={(l) => l.kind} />
      <div className="national-actions no-print">
        <ButtonLink kind="primary" to={to('/report/deviceList', { id: r.id })}>
          上报仪器
        </ButtonLink>
        {r.can.includes('collect') && <Collect report={r} />}
        {r.can.includes('export') &&
          nationalKinds.map((kind) => <Files key={kind} reportId={r.id} kind={kind} />)}
      </div>
    </Card>
  )
}

function Collect({ report: r }: { report: NationalReport }) {
  const [busy, setBusy] = useState(false)
  const started = useRef(false)
  const run = async () => {
    const { rows, filled } = await readLeaving.run({ params: { id: r.id } })
    const yes = await ask({
      title: `收集 ${r.year} 年度的数据？`,
      text:
        '按该年度的数据格式，把还没有列入的仪器、使用记录和海关监管信息列入上报；仍在上报范围内的，已填写和已上报的内容不变。' +
        (rows === 0
          ? ''
          : `${rows} 条不再符合上报范围（原值、启用日期、使用记录或数据格式已变更），将被移除` +
            (filled === 0 ? '。' : `，其中 ${filled} 条已人工填写或撤出，填写的内容一并删除，不能恢复。`)),
      ok: rows === 0 ? '收集数据' : `收集数据并移除 ${rows} 条`,
      danger: filled > 0,
    })
    if (!yes) return
    setBusy(true)
    const { added, removed } = await collect.run({ params: { id: r.id } })
    say('success', `已收集：新增 ${added} 条${removed > 0 ? `，移除 ${removed} 条` : ''}`)
  }
  const start = async () => {
    // Ignores a second click. A disabled button could not take the focus back from the question.
    if (started.current) return
    started.current = true
    // `send` has shown the failure.
    await run().catch(() => undefined)
    started.current = false
    setBusy(false)
  }
  return (
    <Button busy={busy} onClick={() => void start()}>
      收集数据
    </Button>
  )
}

const formats = { xlsx: 'Excel', xml: 'XML', txt: '定长文本' } as const
function Files({ reportId, kind }: { reportId: number; kind: NationalKind }) {
  return (
    <MenuButton label={`导出${nationalKindWords[kind]}`} align="left">
      {(Object.keys(formats) as (keyof typeof formats)[]).map((format) => (
        <li key={format}>
          <button
            type="button"
            // `send` has shown the failure.
            onClick={() => void saveFile(reportId, kind, format).catch(() => undefined)}
          >
            {formats[format]}
          </button>
        </li>
      ))}
    </MenuButton>
  )
}
