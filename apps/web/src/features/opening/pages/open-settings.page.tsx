import { Link } from 'react-router'
import type { OpeningRow } from '@portal/contract/opening/opening'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { saveOpenings, useLabFilter, useOpenings } from '../opening.queries.ts'
import { WeekHours } from '../shared/week-hours.tsx'

/** Public list: which instruments can be booked, how, and when in a usual week. */
export default function OpenSettingsPage() {
  return (
    <ListPage<OpeningRow>
      title="开放设置"
      extra={<ButtonLink to="/osp/priceProofDetail">价格论证</ButtonLink>}
      rows={useOpenings}
      onExport={saveOpenings}
      fixed={{ opened: 'true' }}
      order="use desc"
      rowKey={(r) => r.device.id}
      columns={columns}
      filters={filters}
      actions={[
        {
          label: '上机预约',
          show: (r) => r.readiness.bookable && Boolean(r.settings?.selfOperated),
          to: (r) => to('/deviceopen/applyTime', { deviceId: r.device.id }),
        },
        {
          label: '送样预约',
          show: (r) => r.readiness.bookable && Boolean(r.settings?.sampleDelivery),
          to: (r) => to('/deviceopen/apply', { deviceId: r.device.id }),
        },
        { label: '设置', can: 'edit', to: (r) => to('/open-sharing/open-set', { deviceId: r.device.id }) },
      ]}
      empty={{ text: '还没有开放预约的仪器' }}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、编号、拼音或首字母' },
  { kind: 'select', name: 'labId', label: '实验室', options: useLabFilter },
]

const columns: readonly Column<OpeningRow>[] = [
  {
    key: 'name',
    title: '仪器',
    main: true,
    sort: true,
    width: '22%',
    render: (r) => <Link to={to('/deviceopen/deviceopenDetail', { id: r.device.id })}>{r.device.name}</Link>,
  },
  { key: 'lab', title: '实验室', width: '16%', render: (r) => r.device.lab.name },
  {
    key: 'kinds',
    title: '预约方式',
    render: (r) =>
      [r.settings?.selfOperated && '自主上机', r.settings?.sampleDelivery && '送样']
        .filter(Boolean)
        .join('、'),
  },
  { key: 'capacity', title: '机位', align: 'right', render: (r) => r.settings?.capacity },
  { key: 'horizon', title: '可预约', render: (r) => r.settings && `${r.settings.horizonDays} 天内` },
  { key: 'hours', title: '每周开放时间', width: '26%', render: (r) => <WeekHours windows={r.windows} /> },
]
