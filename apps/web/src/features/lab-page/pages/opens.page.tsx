import { Link, useSearchParams } from 'react-router'
import type { DeviceRow } from '@portal/contract/device/device'
import { deviceStatusWords } from '@portal/contract/device/device'
import type { DeviceAverage } from '@portal/contract/use-rating/use-rating'
import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { LabDay } from '../../booking/shared/lab-day.tsx'
import { averageColumn, rated } from '../../use-rating/shared/averages.tsx'
import { useLabDevices } from '../lab-page.queries.ts'
import { BookLinks } from '../parts/book-links.tsx'
import { LabScreen } from '../parts/lab-screen.tsx'

const tabs = [
  { key: 'list', title: '仪器列表' },
  { key: 'day', title: '当日日程' },
]

/** A lab's shared instruments with links to book them, or one day of all of them. */
export default function OpensPage() {
  const view = useSearchParams()[0].get('view') === 'day' ? 'day' : 'list'
  return (
    <LabScreen title="开放共享">
      {(lab) => (
        <>
          <LinkTabs label="显示方式" name="view" tabs={tabs} value={view} keep={['serialId', 'labId']} />
          {view === 'day' ? <LabDay labId={lab.id} /> : <Devices lab={lab} />}
        </>
      )}
    </LabScreen>
  )
}

type Rated = DeviceRow & { average?: DeviceAverage }
const useRatedDevices = rated(useLabDevices)

function Devices({ lab }: { lab: LabDetail }) {
  const columns: readonly Column<Rated>[] = [
    {
      key: 'name',
      title: '仪器',
      main: true,
      sort: true,
      render: (d) => <Link to={to('/lab/deviceDetail', { serialId: lab.serialId, id: d.id })}>{d.name}</Link>,
    },
    { key: 'model', title: '型号' },
    { key: 'serialId', title: '资产编号', phone: false },
    { key: 'category', title: '分类', phone: false },
    { key: 'status', title: '状态', render: (d) => deviceStatusWords[d.status] },
    {
      key: 'use',
      title: '近一年机时',
      sort: true,
      align: 'right',
      render: (d) => `${Math.round(d.usedMinutes / 60)} 小时`,
    },
    averageColumn,
    {
      key: 'book',
      title: '预约',
      render: (d) => (
        <div className="row-actions">
          <BookLinks device={d} />
        </div>
      ),
    },
  ]
  return (
    <ListPage<Rated>
      plain
      title="开放共享的仪器"
      rows={useRatedDevices}
      fixed={{ labId: lab.serialId }}
      order="use desc"
      columns={columns}
      filters={[
        { kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、型号、编号、拼音或首字母' },
        {
          kind: 'select',
          name: 'kind',
          label: '预约方式',
          options: [
            { value: 'self_operated', label: '自主上机' },
            { value: 'sample_delivery', label: '送样' },
          ],
        },
      ]}
      empty={{ text: '该实验室还没有开放共享的仪器' }}
    />
  )
}
