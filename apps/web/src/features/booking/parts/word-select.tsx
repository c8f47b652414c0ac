import { AutoComplete } from 'antd'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'

interface Props {
  id?: string
  value?: string
  onChange?: (value: string) => void
  /** The dictionary whose words are offered. */
  list: 'sample_form' | 'sample_hazard'
  maxLength: number
}
/** Words of a dictionary to choose from; what is not among them is typed. */
export function WordSelect({ id, value = '', onChange, list, maxLength }: Props) {
  const words = useCodeOptions(list).map((o) => ({ value: o.label }))
  // What was chosen is no search: all words stay in reach.
  const chosen = words.some((w) => w.value === value)
  return (
    <AutoComplete
      id={id ?? ''}
      allowClear
      style={{ width: '100%' }}
      maxLength={maxLength}
      placeholder="选择或填写"
      options={words}
      value={value}
      showSearch={{
        filterOption: (typed, option) => chosen || (option?.value.includes(typed.trim()) ?? false),
      }}
      onChange={(v?: string) => onChange?.(v ?? '')}
    />
  )
}
