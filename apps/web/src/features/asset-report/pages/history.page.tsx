import { useSearchParams } from 'react-router'
import {
  assetConditionWords,
  assetRefusals,
  assetStateWords,
  type AssetRow,
} from '@portal/contract/asset-report/asset-report'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { sinceColumn } from '../../../ui/list/since-column.ts'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { acceptReport, saveReports, useReports } from '../asset-report.queries.ts'
import { assetTones } from '../asset-report.words.ts'
import { assetReport } from '../shared/asset-report.process.tsx'

const tabs = [
  { key: 'mine', title: '我的填报' },
  { key: 'all', title: '全部填报' },
]

/** The user's reports; for the equipment office, everyone's. With `id` in the address, one of them. */
export default function HistoryPage() {
  const [search] = useSearchParams()
  const office = useHolds(['DEVICE_ALL'])
  const id = Number(search.get('id')) || 0
  if (id) return <ProcessPage key={id} process={assetReport} id={id} />
  const scope = office && search.get('view') !== 'mine' ? 'all' : 'mine'
  return (
    <section className="list-page">
      <header className="page-head">
        <h1>填报记录</h1>
        <ButtonLink kind="primary" to={to('/constant/fill')}>
          新的填报
        </ButtonLink>
      </header>
      {office && <LinkTabs label="填报范围" name="view" tabs={tabs} value={scope} />}
      <Reports key={scope} scope={scope} />
    </section>
  )
}

const columns: readonly Column<AssetRow>[] = [
  { key: 'device', title: '仪器', main: true, render: (r) => r.device.name },
  { key: 'serialId', title: '资产编号', render: (r) => r.device.serialId },
  { key: 'dept', title: '单位', render: (r) => r.dept.name, phone: false },
  { key: 'custodian', title: '保管人', render: (r) => r.custodian.name },
  { key: 'room', title: '存放地点', render: (r) => r.room && `${r.room.building} ${r.room.name}` },
  { key: 'condition', title: '现状', render: (r) => assetConditionWords[r.condition] },
  { key: 'reporter', title: '填报人', render: (r) => r.reporter.name },
  { key: 'createdAt', title: '填报时间', sort: 'id', render: (r) => formatMinute(r.createdAt) },
  {
    key: 'state',
    title: '状态',
    render: (r) => <StateTag tone={assetTones[r.state]} text={assetStateWords[r.state]} />,
  },
  { ...sinceColumn, optional: true },
]
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '仪器', placeholder: '名称、型号、编号或拼音' },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(assetStateWords) },
  { kind: 'select', name: 'condition', label: '现状', options: listOptions(assetConditionWords) },
]

function Reports({ scope }: { scope: 'mine' | 'all' }) {
  return (
    <ListPage<AssetRow>
      plain
      title="填报记录"
      rows={useReports}
      onExport={saveReports}
      fixed={{ scope }}
      columns={columns}
      filters={filters}
      actions={[
        { label: '查看', to: (r) => to('/constant/history', { id: r.id }) },
        {
          label: '接受',
          can: 'accept',
          confirm: (r) => ({
            title: `接受 ${r.device.name} 的填报？`,
            text: r.room
              ? `保管人改为 ${r.custodian.name}，地点改为 ${r.room.building} ${r.room.name}。`
              : `${assetRefusals.ROOM_GONE}。`,
            ok: '接受填报',
          }),
          run: (r) =>
            acceptReport
              .run({ params: { id: r.id } })
              .then(() => say('success', '填报已接受，账面信息已更新')),
        },
        { label: '重新填报', can: 'resubmit', to: (r) => to('/constant/fill', { id: r.id }) },
      ]}
      empty={{
        text: scope === 'mine' ? '您还没有填报过固定资产' : '还没有填报',
        action: <ButtonLink to={to('/constant/fill')}>填报固定资产</ButtonLink>,
      }}
    />
  )
}
