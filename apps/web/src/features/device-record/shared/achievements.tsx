import {
  achievementKindWords,
  achievementLevelWords,
  type AchievementRow,
} from '@portal/contract/device-record/device-record'
import { formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { useAchievements, useRemoveAchievement } from '../device-record.queries.ts'
import { AchievementForm } from '../parts/achievement-form.tsx'
import { ClaimVerdict } from '../parts/claim-verdict.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { listOptions } from '../../../ui/list/options.ts'

const columns: readonly Column<AchievementRow>[] = [
  { key: 'title', title: '成果名称', main: true, width: '30%' },
  {
    key: 'kind',
    title: '类型',
    render: (a) =>
      [achievementKindWords[a.kind], a.level && achievementLevelWords[a.level]].filter(Boolean).join(' · '),
  },
  { key: 'people', title: '完成人' },
  { key: 'source', title: '来源' },
  { key: 'number', title: '编号' },
  { key: 'achievedOn', title: '取得日期', render: (a) => formatDay(a.achievedOn) },
  { key: 'remark', title: '备注', phone: false },
]
const stateColumn = (deviceId: number): Column<AchievementRow> => ({
  key: 'state',
  title: '状态',
  render: (a) => (
    <div className="claim">
      <ClaimVerdict result={a} deviceId={deviceId} claim={a} mayJudge={a.can.includes('judge')} />
    </div>
  ),
})
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '名称、完成人、来源或编号' },
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(achievementKindWords) },
]

/** Papers, patents, awards and projects based on a device. */
export function Achievements({ deviceId, mayEdit }: { deviceId: number; mayEdit: boolean }) {
  const remove = useRemoveAchievement()
  return (
    <RecordList<AchievementRow>
      deviceId={deviceId}
      what="成果"
      rows={useAchievements}
      columns={[...columns, stateColumn(deviceId)]}
      filters={filters}
      mayAdd={mayEdit}
      empty="还没有登记成果"
      removeText="删除后不能恢复，年度统计也不再计入。"
      onRemove={(a) => remove.run({ params: { id: a.id } }).then(() => say('success', '成果已删除'))}
      form={(row, close) => (
        <AchievementForm key={row?.id ?? 'new'} deviceId={deviceId} row={row} onDone={close} />
      )}
    />
  )
}
