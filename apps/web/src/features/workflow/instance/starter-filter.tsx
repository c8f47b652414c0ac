import type { Ref } from '@portal/contract/kernel/rows'
import { useState } from 'react'
import type { FilterValue } from '../../../ui/list/list-query.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useStarter } from '../workflow.queries.ts'

interface Props {
  id: string
  value: string | undefined
  set: (value: FilterValue) => void
}
/** A filter by starter. The address holds only the id; the name comes from an instance they started. */
export function StarterFilter({ id, value, set }: Props) {
  const starterId = value ? Number(value) : null
  const [picked, setPicked] = useState<Ref | null>(null)
  const found = useStarter(starterId)
  return (
    <PersonSelect
      id={id}
      value={starterId}
      known={picked?.id === starterId ? picked : found}
      onPick={setPicked}
      onChange={set}
    />
  )
}
