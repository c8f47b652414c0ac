import { AsyncSelect, type Found } from '../../../ui/form/async-select.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { makeFound } from '../../../ui/form/found.ts'
import type { Option } from '../../../ui/list/filters.tsx'
import { useOptionRows } from '../supplier.queries.ts'

function useApprovedSuppliers(keyword: string): Found {
  const query = useOptionRows({ query: { keyword } })
  return makeFound(query, (rows) => rows.map((s) => ({ value: s.id, label: s.name })))
}

interface Props extends FieldAria {
  id?: string
  value?: number | null
  onChange?: (id: number | null) => void
  known?: Option | undefined
}
/** Selects an approved company; for the offices. */
export const SupplierSelect = ({ onChange, ...props }: Props) => (
  <AsyncSelect
    {...props}
    useOptions={useApprovedSuppliers}
    placeholder="输入供应商名称搜索"
    onChange={(v) => onChange?.(v === null ? null : Number(v))}
  />
)
