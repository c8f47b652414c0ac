import { Link } from 'react-router'
import type { MyQualificationRow } from '@portal/contract/qualification/qualification'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useMyQualifications } from '../qualification.queries.ts'
import { QualificationTag, stateFilter, termWords } from '../qualification.words.tsx'

/** The instruments that the user may operate alone, and until when. */
export const MyQualifications = () => (
  <ListPage<MyQualificationRow>
    plain
    title="上机资格"
    rows={useMyQualifications}
    rowKey={(q) => q.device.id}
    columns={columns}
    filters={[stateFilter]}
    actions={[
      { label: '预约上机', can: 'book', to: (q) => to('/deviceopen/applyTime', { deviceId: q.device.id }) },
    ]}
    empty={{
      text: '您还没有上机资格：有的仪器须经培训考核，由其审核员或实验室负责人授予后才能自主上机',
      action: <ButtonLink to="/osp/share-platform">浏览科研仪器</ButtonLink>,
    }}
  />
)

const columns: readonly Column<MyQualificationRow>[] = [
  {
    key: 'device',
    title: '仪器',
    main: true,
    render: (q) => <Link to={to('/dashboard/deviceDetail', { id: q.device.id })}>{q.device.name}</Link>,
  },
  { key: 'lab', title: '实验室', render: (q) => q.lab.name },
  { key: 'term', title: '有效期', width: 130, render: termWords },
  { key: 'state', title: '状态', render: (q) => <QualificationTag state={q.state} /> },
  { key: 'by', title: '授予人', render: (q) => q.grantedBy?.name },
  { key: 'at', title: '授予日期', width: 120, render: (q) => formatDay(q.grantedAt) },
  { key: 'note', title: '备注' },
]
