import { Select } from 'antd'
import type { ReactNode } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { useUsableCards } from '../fund-card.queries.ts'

interface Props extends FieldAria {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  /** Label, if none stands beside the select. */
  label?: string
  /** Shown if the user has no card. */
  none?: ReactNode
  /** Test orders to be settled with it: amounts held by their bookings may be spent. */
  settled?: readonly number[]
}
/** Selects a card with which the user can pay today, with its available amount. */
export function CardSelect({ id, value, onChange, label, none, settled, ...aria }: Props) {
  const { data, isPending, isError, refetch } = useUsableCards(settled)
  const empty = !isPending && data?.items.length === 0
  const options = (data?.items ?? []).map((c) => ({
    value: c.id,
    label: `${c.number} ${c.name}（可用 ${formatMoney(c.usableFen)}）`,
  }))
  // Without an option of its own the select would show the bare id of a card that can no longer pay.
  if (value != null && !options.some((o) => o.value === value))
    options.push({ value, label: data ? '原选的经费卡，现在不能使用' : '原选的经费卡' })
  return (
    <>
      <Select<number>
        {...aria}
        id={id ?? ''}
        {...(label && { 'aria-label': label })}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        loading={isPending}
        style={{ width: '100%' }}
        placeholder="请选择经费卡"
        notFoundContent={isPending ? '正在读取…' : isError ? '加载失败，请重新打开' : '没有可用的经费卡'}
        onOpenChange={(open) => {
          if (open && isError) void refetch()
        }}
        options={options}
        value={value ?? undefined}
        onChange={(v?: number) => onChange?.(v ?? null)}
      />
      {empty && none}
    </>
  )
}
