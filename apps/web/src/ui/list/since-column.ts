import { formatShort } from '../../lib/format.ts'
import type { Column } from './data-table.tsx'

/** Since when a row of a process has been in its state. */
export const sinceColumn: Column<{ stateAt: string }> = {
  key: 'stateAt',
  title: '状态时间',
  sort: true,
  width: 100,
  render: ({ stateAt }) => formatShort(stateAt),
  phone: false,
}
