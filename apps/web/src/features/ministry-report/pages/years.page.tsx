import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  yearStateWords,
  type YearRow,
  type YearState,
} from '@portal/contract/ministry-report/ministry-report'
import { schoolKindWords, yearWords } from '@portal/contract/ministry-report/layout'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useYears } from '../ministry-report.queries.ts'
import { OpenYear } from '../parts/year-form.tsx'
import { YearView } from '../parts/year-view.tsx'
import '../ministry-report.css'

/** 教育部报表: the school years; with `year` in the address, one year. */
export default function YearsPage() {
  const [search] = useSearchParams()
  const year = Number(search.get('year'))
  return Number.isInteger(year) && year > 0 ? <YearView year={year} /> : <Years />
}

function Years() {
  const { data, error, refetch } = useYears()
  const [opening, setOpening] = useState(false)
  const begin = data?.can.includes('open') && (
    <Button kind="primary" onClick={() => setOpening(true)}>
      建立学年
    </Button>
  )
  return (
    <section className="ministry" aria-label="教育部报表">
      <header className="page-head">
        <h1>教育部报表</h1>
        <div className="page-extra no-print">{begin}</div>
      </header>
      <Card>
        <p className="muted">
          高等学校实验室信息统计：SJ1–SJ3 由资产与使用台账取数，SJ4–SJ7 逐行填写或导入，SZ1、SZ2
          由其他表合计。学年为每年 9 月 1 日至次年 8 月 31 日。
        </p>
        {error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={4} height={28} />
        ) : data.items.length === 0 ? (
          <Empty
            text={data.can.includes('open') ? '还没有上报学年，请先建立' : '还没有上报学年，请等待设备处建立'}
          >
            {begin}
          </Empty>
        ) : (
          <DataTable caption="上报学年" columns={columns} rows={data.items} rowKey={(r) => r.year} />
        )}
      </Card>
      <Modal
        open={opening}
        title="建立上报学年"
        footer={null}
        destroyOnHidden
        onCancel={() => setOpening(false)}
      >
        <OpenYear onDone={() => setOpening(false)} />
      </Modal>
    </section>
  )
}

const tones = {
  opened: 'draft',
  working: 'waiting',
  frozen: 'done',
  changed: 'active',
} as const satisfies Record<YearState, string>
const columns: readonly Column<YearRow>[] = [
  {
    key: 'year',
    title: '学年',
    main: true,
    render: (r) => <Link to={to('/report/ministry', { year: r.year })}>{yearWords(r.year)}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    render: (r) => <StateTag tone={tones[r.state]} text={yearStateWords[r.state]} />,
  },
  { key: 'open', title: '待处理问题', align: 'right', render: (r) => <span className="num">{r.open}</span> },
  {
    key: 'versions',
    title: '冻结版本',
    align: 'right',
    render: (r) => <span className="num">{r.versions}</span>,
  },
  { key: 'frozenAt', title: '最近冻结', render: (r) => (r.frozenAt ? formatMinute(r.frozenAt) : EMPTY) },
  { key: 'verified', title: '版式', render: (r) => (r.verified ? '已核对' : '未核对') },
  { key: 'kind', title: '学校类别', phone: false, render: (r) => schoolKindWords[r.schoolKind] },
]
