import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Page } from '@portal/contract/kernel/page'
import {
  tableKeyWords,
  type Figures,
  type Measure,
  type TableKey,
  type TableRow,
} from '@portal/contract/statistics/statistics'
import type { ViewScreen } from '@portal/contract/statistics/view'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { saveTable, useTableRows } from '../statistics.queries.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { ChoiceBar, OtherPeriods } from './choice-bar.tsx'
import { ViewBar } from './view-bar.tsx'
import { Formulas, measureColumn } from './measure-columns.tsx'
import type { Choice } from './use-choice.ts'

const MEASURES = ['uses', 'users', 'workingMinutes', 'outsideMinutes', 'samples', 'incomeFen'] as const
/** Tables for which the server counts people; in others the column would be empty. */
const counted: readonly TableKey[] = ['device', 'lab', 'dept']

/** The reply has further fields besides the rows. */
interface TablePage extends Page<TableRow> {
  sum?: Figures
  asOf?: string
}

interface Props {
  title: string
  by: TableKey
  choice: Choice
  /** Columns before the figures; by default the row's name. */
  columns?: readonly Column<TableRow>[]
  filters?: readonly Filter[]
  actions?: readonly RowAction<TableRow>[]
  extra?: ReactNode
  /** The page whose saved views apply; a table of the overview uses the overview's. */
  view?: ViewScreen
  /** Below the bar: further restrictions of the list. */
  about?: ReactNode
}

/** Figures by a dimension, sortable by each of them, with the sum in the last line. */
export function TableList({
  title,
  by,
  choice,
  columns,
  filters = [],
  actions,
  extra,
  about,
  view = 'overview',
}: Props) {
  const [search] = useSearchParams()
  const narrowed = filters.some((f) => search.get(f.name) === 'true')
  const measures: readonly Measure[] = MEASURES.filter((m) => m !== 'users' || counted.includes(by))
  return (
    <ListPage<TableRow>
      title={title}
      extra={extra}
      intro={
        <>
          <ViewBar screen={view} scope={choice.scope} />
          <ChoiceBar choice={choice} />
          {about}
          <Formulas measures={measures} />
        </>
      }
      rows={useTableRows}
      rowKey={(r) => r.key}
      fixed={{ ...choice.asked, by }}
      order="workingMinutes desc"
      columns={[
        ...(columns ?? [{ key: 'name', title: tableKeyWords[by], main: true as const }]),
        ...measures.map((m) => measureColumn<TableRow>(m, { sorts: true })),
      ]}
      filters={filters}
      {...(actions && { actions })}
      note={({ asOf }: TablePage) => <AsOf at={asOf} />}
      // The sum covers all instruments, so it is hidden while a filter is active.
      last={({ sum }: TablePage) =>
        sum && !narrowed ? { ...sum, key: '', name: '合计', about: null } : undefined
      }
      onExport={saveTable}
      whole={(query) => (
        <ExportButton
          small
          format="csv"
          save={(transfer) => saveTable({ ...query, format: 'csv' }, transfer)}
        />
      )}
      empty={{ text: '所选期间没有使用记录', action: <OtherPeriods choice={choice} /> }}
    />
  )
}
