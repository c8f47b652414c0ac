import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { AsyncSeveral } from '../../../ui/form/async-several.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { useRoomNames, useRoomOptions } from '../edit.queries.ts'

interface One extends FieldAria {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}
interface Many extends FieldAria {
  id?: string
  value?: readonly number[]
  onChange?: (value: readonly number[]) => void
}

/** Selects one room by building and number. */
export function RoomSelect({ id, value, onChange, ...aria }: One) {
  const [known] = useRoomNames(value ? [value] : [])
  return (
    <AsyncSelect
      {...aria}
      {...(id && { id })}
      value={value ?? null}
      useOptions={useRoomOptions}
      known={known}
      placeholder="输入楼宇或房间号"
      onChange={(v) => onChange?.(v === null ? null : Number(v))}
    />
  )
}

export function RoomsSelect({ id, value = [], onChange, ...aria }: Many) {
  const chosen = useRoomNames(value).map((r) => ({ id: r.value, name: r.label }))
  return (
    <AsyncSeveral
      {...aria}
      {...(id && { id })}
      value={chosen}
      useOptions={useRoomOptions}
      placeholder="输入楼宇或房间号添加"
      onChange={(rooms) => onChange?.(rooms.map((r) => r.id))}
    />
  )
}
