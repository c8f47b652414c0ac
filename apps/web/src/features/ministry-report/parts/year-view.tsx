import { useState } from 'react'
import { Link } from 'react-router'
import { yearWords } from '@portal/contract/ministry-report/layout'
import {
  yearStateWords,
  type TableSum,
  type YearDetail,
} from '@portal/contract/ministry-report/ministry-report'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { check, draw, saveWorkbook, useYear } from '../ministry-report.queries.ts'
import { FreezeForm } from './freeze-form.tsx'
import { LayoutCard } from './layout-card.tsx'
import { VersionList } from './version-list.tsx'
import { SetYear } from './year-form.tsx'

/** One school year: tables with issues, layout, versions. */
export function YearView({ year }: { year: number }) {
  const { data, error, refetch } = useYear({ params: { year } })
  return (
    <section className="ministry" aria-label={`${yearWords(year)}教育部报表`}>
      <header className="page-head">
        <h1>{yearWords(year)}教育部报表</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/report/ministry')} icon="back">
            返回学年
          </ButtonLink>
          {data && <Steps year={data} />}
        </div>
      </header>
      {error && !data ? (
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : data ? (
        <Shown year={data} />
      ) : (
        <Card>
          <Skeleton rows={8} height={28} />
        </Card>
      )}
    </section>
  )
}

const runDraw = async (year: number) => {
  const { open } = await draw.run({ params: { year } })
  say('success', open === 0 ? '已取数，没有待处理的问题' : `已取数，有 ${open} 项问题待处理`)
}
const runCheck = async (year: number) => {
  const { open } = await check.run({ params: { year } })
  say('success', open === 0 ? '已检查，没有待处理的问题' : `已检查，有 ${open} 项问题待处理`)
}
function Steps({ year: { year, can, drawnAt } }: { year: YearDetail }) {
  const [shown, setShown] = useState<'freeze' | 'set' | null>(null)
  const [checking, setChecking] = useState(false)
  const close = () => setShown(null)
  return (
    <>
      {can.includes('set') && <Button onClick={() => setShown('set')}>设置</Button>}
      {can.includes('draw') && (
        <ConfirmButton
          danger={false}
          kind={drawnAt ? 'plain' : 'primary'}
          title="从台账取数？"
          text="按现在的资产与使用台账重新生成 SJ1–SJ3。已更正的字段和已填写的行保留。"
          ok="取数"
          onConfirm={() => runDraw(year)}
        >
          取数
        </ConfirmButton>
      )}
      {can.includes('check') && (
        <Button
          busy={checking}
          onClick={() => {
            setChecking(true)
            void runCheck(year)
              .catch(() => undefined)
              .finally(() => setChecking(false))
          }}
        >
          检查
        </Button>
      )}
      {can.includes('file') && (
        <Button icon="download" onClick={() => void saveWorkbook(year).catch(() => undefined)}>
          导出 Excel
        </Button>
      )}
      {can.includes('freeze') && (
        <Button kind="primary" onClick={() => setShown('freeze')}>
          冻结
        </Button>
      )}
      <Modal open={shown === 'freeze'} title="冻结上报数据" footer={null} destroyOnHidden onCancel={close}>
        <FreezeForm year={year} onDone={close} />
      </Modal>
      <YearSettings open={shown === 'set'} year={year} onClose={close} />
    </>
  )
}
function YearSettings({ open, year, onClose }: { open: boolean; year: number; onClose: () => void }) {
  const { data } = useYear({ params: { year } })
  return (
    <Modal open={open} title="学年设置" footer={null} destroyOnHidden onCancel={onClose}>
      {data && <SetYear year={data} onDone={onClose} />}
    </Modal>
  )
}

function Shown({ year: y }: { year: YearDetail }) {
  const office = y.can.includes('draw')
  return (
    <>
      <Card title={yearStateWords[y.state]}>
        <p className="muted">
          {y.drawnAt ? `${y.drawnBy ?? '系统'} 于 ${formatMinute(y.drawnAt)} 取数。` : '尚未从台账取数。'}
          {y.checkedAt && `最近检查于 ${formatMinute(y.checkedAt)}。`}
          {y.stale && y.checkedAt && '检查之后数据有更改，请重新检查。'}
          {y.open > 0 && `有 ${y.open} 项问题待处理或说明，处理后才能冻结。`}
        </p>
        <DataTable caption="各表" columns={tableColumns(y.year)} rows={y.tables} rowKey={(t) => t.tab} />
      </Card>
      <div className="ministry-pair">
        <LayoutCard year={y} />
        {office && <VersionList year={y} />}
      </div>
    </>
  )
}
const tableColumns = (year: number): Column<TableSum>[] => [
  {
    key: 'tab',
    title: '表',
    main: true,
    render: (t) => (
      <Link to={to('/report/ministry/table', { year, table: t.tab })}>
        {t.tab} {t.title}
      </Link>
    ),
  },
  { key: 'rows', title: '行数', align: 'right', render: (t) => <span className="num">{t.rows}</span> },
  {
    key: 'issues',
    title: '待处理问题',
    align: 'right',
    render: (t) =>
      t.issues > t.explained ? (
        <Link to={to('/report/ministry/table', { year, table: t.tab, view: 'issues' })}>
          {t.issues - t.explained}
        </Link>
      ) : (
        <span className="num">0</span>
      ),
  },
  {
    key: 'explained',
    title: '已说明',
    align: 'right',
    render: (t) => <span className="num">{t.explained || EMPTY}</span>,
  },
]
