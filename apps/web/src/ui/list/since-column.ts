import { formatShort } from '../../lib/format.ts'
import type { Column } from './data-table.tsx'

/** Column: since when a row has been in its state. */
export const sinceColumn: Column<{ stateAt: string }> = {
  key: 'stateAt',
  title: '状态时间',
  sort: true,
  width: 100,
  render: ({ stateAt }) => formatShort(stateAt),
  phone: false,
}
