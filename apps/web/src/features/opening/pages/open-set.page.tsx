import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { OpeningRow } from '@portal/contract/opening/opening'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { saveOpenings, useOpenings } from '../opening.queries.ts'
import { openingTag } from '../opening.words.ts'
import { DeviceOpening } from '../parts/device-opening.tsx'
import { Holidays } from '../parts/exceptions.tsx'
import { weekText } from '../shared/weekly-hours.ts'

const tabs = [
  { key: 'devices', title: '各仪器' },
  { key: 'holidays', title: '校历' },
]

/**
 * The devices that the user may open, with their state; with `deviceId` in the address, one of them. System
 * administrators also edit the campus's holidays here.
 */
export default function OpenSetPage() {
  const [search] = useSearchParams()
  const admin = useHolds(['ADMIN'])
  const deviceId = Number(search.get('deviceId')) || 0
  if (deviceId) return <DeviceOpening key={deviceId} deviceId={deviceId} />
  const view = admin && search.get('view') === 'holidays' ? 'holidays' : 'devices'
  const intro = admin && <LinkTabs label="开放设置" name="view" tabs={tabs} value={view} keep={[]} />
  return view === 'holidays' ? <Holidays intro={intro} /> : <Devices intro={intro} />
}

function Devices({ intro }: { intro: ReactNode }) {
  return (
    <ListPage<OpeningRow>
      title="开放设置"
      intro={intro}
      rows={useOpenings}
      onExport={saveOpenings}
      fixed={{ managed: 'true' }}
      rowKey={(r) => r.device.id}
      columns={columns}
      filters={[
        { kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、编号、拼音或首字母' },
        {
          kind: 'select',
          name: 'opened',
          label: '开放',
          options: [
            { value: 'true', label: '已设置开放' },
            { value: 'false', label: '未设置开放' },
          ],
        },
      ]}
      actions={[
        {
          label: (r) => (r.settings ? '设置' : '开放'),
          can: 'edit',
          to: (r) => to('/open-sharing/open-set', { deviceId: r.device.id }),
        },
      ]}
      empty={{ text: '没有您可以设置的仪器：开放设置由实验室主任、实验室管理员和有权限的管理员负责' }}
    />
  )
}

const columns: readonly Column<OpeningRow>[] = [
  { key: 'name', title: '仪器', main: true, sort: true, render: (r) => r.device.name },
  { key: 'serial', title: '资产编号', render: (r) => r.device.serialId },
  { key: 'lab', title: '实验室', render: (r) => r.device.lab.name },
  {
    key: 'kinds',
    title: '预约方式',
    render: (r) =>
      r.settings &&
      [r.settings.selfOperated && '自主上机', r.settings.sampleDelivery && '送样'].filter(Boolean).join('、'),
  },
  { key: 'hours', title: '开放时间', render: (r) => weekText(r.windows) || '未设置时段' },
  { key: 'capacity', title: '机位', align: 'right', render: (r) => r.settings?.capacity },
  { key: 'state', title: '状态', render: (r) => <StateTag {...openingTag(r.readiness)} /> },
]
