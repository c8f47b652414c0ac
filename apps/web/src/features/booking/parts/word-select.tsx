import { AutoComplete } from 'antd'
import { contains } from '../../../lib/contains.ts'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'

interface Props extends FieldAria {
  id?: string
  value?: string
  onChange?: (value: string) => void
  /** The dictionary to offer. */
  list: 'sample_form' | 'sample_hazard'
  maxLength: number
}
/** A word from a dictionary, or free text. */
export function WordSelect({ id, value = '', onChange, list, maxLength, ...aria }: Props) {
  const words = useCodeOptions(list).map((o) => ({ value: o.label }))
  // A chosen word is not a search text, so all words are still offered.
  const chosen = words.some((w) => w.value === value)
  return (
    <AutoComplete
      {...aria}
      id={id ?? ''}
      allowClear
      style={{ width: '100%' }}
      maxLength={maxLength}
      placeholder="选择或填写"
      options={words}
      value={value}
      showSearch={{
        filterOption: (typed, option) => chosen || contains(option?.value, typed),
      }}
      onChange={(v?: string) => onChange?.(v ?? '')}
    />
  )
}
