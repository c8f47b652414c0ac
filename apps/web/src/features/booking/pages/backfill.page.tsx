import { Link, useSearchParams } from 'react-router'
import { BACKFILL_MAX, lackWords, type BackfillRow } from '@portal/contract/booking/backfill'
import { bookingKindWords } from '@portal/contract/booking/booking'
import { holdsAny, view } from '@portal/contract/kernel/permissions'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpened } from '../../../ui/list/use-opened.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { saveBackfill, useBackfill } from '../booking.queries.ts'
import { BackfillForm } from '../parts/backfill-form.tsx'
import { DeviceFilter } from '../parts/device-filter.tsx'

const tabs = [
  { key: 'mine', title: '我的预约' },
  { key: 'lab', title: '我负责的仪器' },
]
const all = { key: 'all', title: '全部' }

/** 使用补录: past uses that lack data for the reports, filled in one by one or several at once. */
export default function BackfillPage() {
  const [search] = useSearchParams()
  const asked = search.get('scope')
  const office = holdsAny(useUser()?.permissions ?? [], view('SUBSCRIBE_ORDER'))
  const offered = office ? [...tabs, all] : tabs
  const scope = offered.find((t) => t.key === asked)?.key ?? 'mine'
  const filling = useOpened<readonly BackfillRow[]>()
  return (
    <>
      <ListPage<BackfillRow>
        title="使用补录"
        rows={useBackfill}
        fixed={{ scope }}
        columns={columns}
        filters={filters}
        intro={
          <>
            <LinkTabs label="补录范围" name="scope" tabs={offered} value={scope} keep={[]} />
            <p className="muted">
              已结束的使用中缺少上报内容的记录。补录后使用统计随之更新，费用和已结账的月份不受影响。
            </p>
          </>
        }
        actions={[{ label: '补录', can: 'fill', run: (row) => void filling.open([row]) }]}
        batch={[
          {
            label: (n) => (n ? `批量补录 ${n} 条` : '批量补录'),
            can: 'fill',
            opens: true,
            run: (chosen) => {
              if (chosen.length <= BACKFILL_MAX) return filling.open(chosen)
              say('error', `一次最多补录 ${BACKFILL_MAX} 条`)
              return false
            },
          },
        ]}
        onExport={(query, transfer) => saveBackfill({ ...query, scope }, transfer)}
        empty={{
          text: scope === 'mine' ? '您的使用记录都已填写完整' : '没有需要补录的使用',
          action: <ButtonLink to={to('/account/subscribe-list')}>查看我的预约</ButtonLink>,
        }}
      />
      <BackfillForm rows={filling.about ?? NONE} onEnd={filling.shut} />
    </>
  )
}

const NONE: readonly BackfillRow[] = []
const filters: readonly Filter[] = [
  {
    kind: 'custom',
    name: 'deviceId',
    label: '仪器',
    render: (value, set, id) => <DeviceFilter {...{ id, value, set }} />,
  },
  { kind: 'select', name: 'lacks', label: '缺少', options: listOptions(lackWords) },
  { kind: 'days', name: 'fromDay', until: 'toDay', label: '使用日期' },
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '预约单号、人员或仪器' },
]
const columns: readonly Column<BackfillRow>[] = [
  {
    key: 'id',
    title: '预约单',
    main: true,
    render: (r) => (
      <>
        <div>
          <Link to={to('/appointment/orderDetail', { id: r.id })}>
            {r.id} {r.device.name}
          </Link>
        </div>
        <div className="muted">
          {formatMinute(r.startAt)}，{bookingKindWords[r.kind]}
        </div>
      </>
    ),
  },
  {
    key: 'people',
    title: '预约人 / 付款人',
    render: (r) => (r.payer.id === r.booker.id ? r.booker.name : `${r.booker.name} / ${r.payer.name}`),
  },
  { key: 'purpose', title: '预约用途', width: '18%' },
  { key: 'nature', title: '用途类别', render: (r) => (r.nature ? natureWords[r.nature] : EMPTY) },
  {
    key: 'project',
    title: '课题',
    render: (r) => [r.project, r.projectNumber].filter(Boolean).join('，') || EMPTY,
  },
  {
    key: 'lacks',
    title: '缺少',
    render: (r) => r.lacks.map((l) => lackWords[l]).join('、') || EMPTY,
  },
]
