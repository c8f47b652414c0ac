import type { Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'

/** Columns of money, right-aligned, in tabular figures. */
export const moneyColumns = <Key extends string, Row extends Record<Key, number>>(
  words: Readonly<Record<Key, { title: string }>>,
  { sorts = false } = {},
): Column<Row>[] =>
  (Object.keys(words) as Key[]).map((key) => ({
    key,
    title: words[key].title,
    align: 'right',
    ...(sorts && { sort: true as const }),
    render: (row) => <MoneyText fen={row[key]} />,
  }))
