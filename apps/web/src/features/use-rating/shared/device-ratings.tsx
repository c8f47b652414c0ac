import { Link } from 'react-router'
import { scores, scoreWords, type RatingRow } from '@portal/contract/use-rating/use-rating'
import { EMPTY, formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Stars } from '../parts/stars.tsx'
import { saveRatings, useRatings } from '../use-rating.queries.ts'
import { DeviceAverageText } from './averages.tsx'

const columns: readonly Column<RatingRow>[] = [
  {
    key: 'score',
    title: '评价',
    main: true,
    render: (r) => (
      <>
        <Stars score={r.score} /> {scoreWords[r.score]}
      </>
    ),
  },
  { key: 'words', title: '意见', width: '40%', render: (r) => r.words ?? EMPTY },
  {
    key: 'use',
    title: '预约单',
    render: (r) => <Link to={to('/appointment/orderDetail', { id: r.id })}>{r.id}</Link>,
  },
  { key: 'usedAt', title: '使用日期', render: (r) => (r.usedAt ? formatDay(r.usedAt) : EMPTY) },
  { key: 'user', title: '评价人', render: (r) => r.user.name },
  { key: 'ratedAt', title: '评价时间', render: (r) => formatMinute(r.ratedAt) },
]

/** All ratings of an instrument, for its keepers. */
export const DeviceRatings = ({ deviceId }: { deviceId: number }) => (
  <>
    <p>
      用户评价：
      <DeviceAverageText deviceId={deviceId} />
    </p>
    <ListPage<RatingRow>
      plain
      title="用户评价"
      rows={useRatings}
      fixed={{ deviceId }}
      columns={columns}
      filters={[
        {
          kind: 'select',
          name: 'score',
          label: '评价',
          options: scores.map((score) => ({ value: String(score), label: scoreWords[score] })),
        },
        { kind: 'days', name: 'from', until: 'to', label: '评价日期' },
      ]}
      onExport={saveRatings}
      empty={{ text: '还没有用户评价' }}
    />
  </>
)
