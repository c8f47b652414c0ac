import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { Option } from '../list/filters.tsx'

interface Props {
  id?: string
  value?: string | number | null
  onChange?: (value: string | number | null, option: Option | undefined) => void
  /** A hook of the feature's queries: what matches the words typed so far. */
  useOptions: (keyword: string) => { options: readonly Option[]; busy: boolean }
  /** What `value` is called before anything was searched. */
  known?: Option | undefined
  placeholder?: string
  disabled?: boolean
}

/** Picks one of many that only the server knows: a person, an instrument, a lab. Asks while one types. */
export function AsyncSelect({ id, value, onChange, useOptions, known, placeholder = '输入关键词搜索', disabled }: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const { options, busy } = useOptions(keyword)
  const all = known && !options.some((o) => o.value === known.value) ? [known, ...options] : [...options]
  return (
    <Select<string | number>
      id={id ?? ''}
      allowClear
      disabled={disabled ?? false}
      style={{ width: '100%' }}
      placeholder={placeholder}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={busy}
      options={all}
      notFoundContent={busy ? '正在搜索…' : keyword ? '没有匹配的结果' : '请输入关键词'}
      value={value ?? undefined}
      onChange={(v?: string | number) =>
        onChange?.(
          v ?? null,
          all.find((o) => o.value === v),
        )
      }
    />
  )
}
