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
  const { options: found, busy } = useOptions(keyword)
  const { options, press } = useStill(found, busy)
  // Who is chosen already is offered first only until words are typed: Enter takes the first of what matches them.
  const all = known && !typed.trim() && !options.some((o) => o.value === known.value) ? [known, ...options] : [...options]
  const behind = typed.trim() !== keyword || (busy && found.length === 0)
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
      popupRender={(menu) => <div onPointerDownCapture={press}>{menu}</div>}
      onInputKeyDown={(e) => {
        // Enter takes the first option: not of the words before these.
        if (e.key === 'Enter' && behind) {
          e.preventDefault()
          e.stopPropagation()
        }
      }}
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

const alike = (a: readonly Option[], b: readonly Option[]) => a.length === b.length && a.every((o, i) => o.value === b[i]?.value && o.label === b[i]?.label)

/** What is on screen stays until there is something newer to show, and under a pressed pointer until that is let go: a click would land on nothing. */
function useStill(found: readonly Option[], busy: boolean) {
  const [options, setOptions] = useState(found)
  const [pressed, setPressed] = useState(false)
  if (!pressed && !(busy && found.length === 0) && !alike(options, found)) setOptions(found)
  useEffect(() => {
    if (!pressed) return
    // The click comes right after the pointer is up.
    const letGo = () => setTimeout(() => setPressed(false))
    const until = new AbortController()
    for (const event of ['pointerup', 'pointercancel']) globalThis.addEventListener(event, letGo, { signal: until.signal })
    return () => until.abort()
  }, [pressed])
  return { options, press: () => setPressed(true) }
}
