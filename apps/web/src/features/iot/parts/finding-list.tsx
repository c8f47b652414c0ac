import type { ReactNode } from 'react'
import { findingKindWords, findingStateWords, type FindingRow } from '@portal/contract/iot/finding'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { saveFindings, useFindings } from '../iot.queries.ts'
import { findingColumns, useFindingActions } from '../shared/findings.tsx'

/** Uses for which doors and currents contradict the bookings; with `id` only that one. */
export function FindingList({ id, intro }: { id: number | undefined; intro: ReactNode }) {
  return (
    <ListPage<FindingRow>
      title="空气开关"
      rows={useFindings}
      fixed={id ? { id } : {}}
      columns={findingColumns}
      filters={filters}
      actions={useFindingActions()}
      onExport={saveFindings}
      intro={intro}
      empty={{ text: '没有与预约不符的用机' }}
    />
  )
}
const filters: readonly Filter[] = [
  { kind: 'select', name: 'kind', label: '类型', options: listOptions(findingKindWords) },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(findingStateWords) },
]
