import { Select } from 'antd'
import { DISCIPLINES_MAX, type purposeLists } from '@portal/contract/booking/body'
import { type Coded } from '@portal/contract/booking/row'
import { contains } from '../../../lib/contains.ts'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'

interface CodeProps extends FieldAria {
  id?: string
  value?: string | string[] | null
  onChange?: (value: string | string[] | null) => void
  list: (typeof purposeLists)[keyof typeof purposeLists]
  said?: Coded | readonly Coded[] | null | undefined
  several?: true
}
/** A select of dictionary codes; codes that the row already has are offered too. */
export function CodeSelect({ id, value, onChange, list, said, several, ...aria }: CodeProps) {
  const options = useCodeOptions(list)
  const extra = [said ?? []].flat().filter((s) => !options.some((o) => o.value === s.value))
  return (
    <Select<string | string[], Coded>
      {...aria}
      id={id ?? ''}
      {...(several && { mode: 'multiple' as const, maxCount: DISCIPLINES_MAX })}
      allowClear
      style={{ width: '100%' }}
      showSearch={several ? { filterOption: matchesCode } : false}
      options={[...options, ...extra]}
      value={value ?? (several ? [] : undefined)}
      onChange={(v?: string | string[]) => onChange?.(v ?? null)}
    />
  )
}
/** Finds a code by its words or its number: some users know 430 for 材料科学. */
const matchesCode = (typed: string, option: Partial<Coded> | undefined) =>
  contains(option?.label, typed) || (option?.value?.startsWith(typed.trim()) ?? false)
