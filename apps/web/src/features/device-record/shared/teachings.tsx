import {
  masteryWords,
  teachingKindWords,
  type TeachingRow,
} from '@portal/contract/device-record/device-record'
import { formatDay, formatMinutes } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { useRemoveTeaching, useTeachings } from '../device-record.queries.ts'
import { RecordList } from '../parts/record-list.tsx'
import { TeachingForm } from '../parts/teaching-form.tsx'
import { listOptions } from '../../../ui/list/options.ts'

const listPeople = (t: TeachingRow) =>
  [t.students && `学生 ${t.students}`, t.teachers && `教师 ${t.teachers}`, t.others && `其他 ${t.others}`]
    .filter(Boolean)
    .join('，')
const columns: readonly Column<TeachingRow>[] = [
  { key: 'title', title: '课程或项目', main: true, width: '26%' },
  { key: 'kind', title: '类型', render: (t) => teachingKindWords[t.kind] },
  { key: 'teacher', title: '指导教师' },
  { key: 'heldOn', title: '日期', render: (t) => formatDay(t.heldOn) },
  { key: 'minutes', title: '机时', align: 'right', render: (t) => formatMinutes(t.minutes) },
  { key: 'people', title: '人数', render: listPeople },
  { key: 'mastery', title: '掌握程度', render: (t) => masteryWords[t.mastery] },
]
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '名称或教师' },
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(teachingKindWords) },
]

/** Courses and training on a device. */
export function Teachings({ deviceId, mayEdit }: { deviceId: number; mayEdit: boolean }) {
  const remove = useRemoveTeaching()
  return (
    <RecordList<TeachingRow>
      deviceId={deviceId}
      what="教学记录"
      rows={useTeachings}
      columns={columns}
      filters={filters}
      mayAdd={mayEdit}
      empty="还没有教学记录"
      removeText="删除后不能恢复，年度统计也不再计入。"
      onRemove={(t) => remove.run({ params: { id: t.id } }).then(() => say('success', '教学记录已删除'))}
      form={(row, close) => (
        <TeachingForm key={row?.id ?? 'new'} deviceId={deviceId} row={row} onDone={close} />
      )}
    />
  )
}
