import { Select } from 'antd'
import { useRoomGroups } from '../edit.queries.ts'

interface One {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}
interface Many {
  id?: string
  value?: readonly number[]
  onChange?: (value: readonly number[]) => void
}
const search = { optionFilterProp: 'label' }

/** One room, under its building. */
export function RoomSelect({ id, value, onChange }: One) {
  const groups = useRoomGroups()
  return (
    <Select<number> id={id ?? ''} allowClear showSearch={search} options={groups} value={value ?? undefined} placeholder="输入楼宇或房间号" style={{ width: '100%' }} onChange={(v?: number) => onChange?.(v ?? null)} />
  )
}

export function RoomsSelect({ id, value = [], onChange }: Many) {
  const groups = useRoomGroups()
  return (
    <Select<number[]> id={id ?? ''} mode="multiple" allowClear showSearch={search} options={groups} value={[...value]} placeholder="输入楼宇或房间号" style={{ width: '100%' }} onChange={(v) => onChange?.(v)} />
  )
}
