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
  /** Offered before anybody types. */
  offered?: readonly Option[] | undefined
  /** Comes after everything else that matches: a value that is rarely meant by the words that find it. */
  last?: string | number | undefined
  placeholder?: string
  disabled?: boolean
}

/** Picks one of many that only the server knows: a person, an instrument, a lab. Asks while one types. */
export function AsyncSelect({
  id,
  value,
  onChange,
  useOptions,
  known,
  offered = [],
  last,
  placeholder = '输入关键词搜索',
  disabled,
}: Props) {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  const { options: found, busy } = useOptions(keyword)
  const { options, press } = useStill(found, busy)
  const all = typed.trim() ? listHits(options, value, last) : unsearched(offered, known, options)
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
      onChange={(v?: string | number) => {
        setTyped('') // the search is over: what was picked is no longer left out, and keeps its name
        onChange?.(
          v ?? null,
          all.find((o) => o.value === v),
        )
      }}
    />
  )
}

/** Until words are typed, who is chosen already and who is offered stands first. */
function unsearched(
  offered: readonly Option[],
  known: Option | undefined,
  options: readonly Option[],
): Option[] {
  const first = known && !offered.some((o) => o.value === known.value) ? [known, ...offered] : offered
  return [...first, ...options.filter((o) => !first.some((f) => f.value === o.value))]
}
/**
 * Enter takes the first of what matches; the one that is chosen would be marked in its place, wherever it
 * stands.
 */
function listHits(options: readonly Option[], chosen: Props['value'], last: Props['last']): Option[] {
  const hits = options.length > 1 ? options.filter((o) => o.value !== chosen) : options
  return hits.toSorted((a, b) => Number(a.value === last) - Number(b.value === last))
}

const alike = (a: readonly Option[], b: readonly Option[]) =>
  a.length === b.length && a.every((o, i) => o.value === b[i]?.value && o.label === b[i]?.label)

/**
 * What is on screen stays until there is something newer to show, and under a pressed pointer until that is
 * let go: a click would land on nothing.
 */
function useStill(found: readonly Option[], busy: boolean) {
  const [options, setOptions] = useState(found)
  const [pressed, setPressed] = useState(false)
  if (!pressed && !(busy && found.length === 0) && !alike(options, found)) setOptions(found)
  useEffect(() => {
    if (!pressed) return
    // The click comes right after the pointer is up.
    const letGo = () => setTimeout(() => setPressed(false))
    const until = new AbortController()
    for (const event of ['pointerup', 'pointercancel'])
      globalThis.addEventListener(event, letGo, { signal: until.signal })
    return () => until.abort()
  }, [pressed])
  return { options, press: () => setPressed(true) }
}
