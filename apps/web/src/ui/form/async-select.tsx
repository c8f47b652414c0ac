import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useDebounced } from '../../lib/debounced.ts'
import type { Option } from '../list/filters.tsx'
import type { FieldAria } from './field-aria.ts'

/** The options that match the typed words. */
export interface Found {
  options: readonly Option[]
  busy: boolean
  /** The server gave no answer. */
  failed?: boolean
}

interface Props extends FieldAria {
  id?: string
  value?: string | number | null
  onChange?: (value: string | number | null, option: Option | undefined) => void
  /** A hook of the feature's queries. */
  useOptions: (keyword: string) => Found
  /** The option of `value`, so that its name is known before a search. */
  known?: Option | undefined
  /** Options shown before the user types. */
  offered?: readonly Option[] | undefined
  /** The value to list last, behind better matches. */
  last?: string | number | undefined
  placeholder?: string
  disabled?: boolean
  allowClear?: boolean
}

/**
 * A select whose options only the server knows (a person, an instrument, a lab). Searches while the user
 * types.
 */
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
  allowClear = true,
  ...aria
}: Props) {
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim())
  const { options: found, busy, failed = false } = useOptions(keyword)
  const { options, press } = useStill(found, busy)
  const all = typed.trim() ? listHits(options, value, last) : unsearched(offered, known, options)
  const behind = typed.trim() !== keyword || (busy && found.length === 0)
  return (
    <Select<string | number>
      {...aria}
      id={id ?? ''}
      allowClear={allowClear}
      disabled={disabled ?? false}
      style={{ width: '100%' }}
      placeholder={placeholder}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={busy}
      options={all}
      notFoundContent={
        busy ? '正在搜索…' : failed ? '加载失败，请重新输入' : keyword ? '没有匹配的结果' : '请输入关键词'
      }
      popupRender={(menu) => <div onPointerDownCapture={press}>{menu}</div>}
      onInputKeyDown={(e) => {
        // Enter takes the first option, but not while the options belong to earlier words, and not while it
        // only confirms letters in an input method.
        if (e.key === 'Enter' && (behind || e.nativeEvent.isComposing)) {
          e.preventDefault()
          e.stopPropagation()
        }
      }}
      value={value ?? undefined}
      onChange={(v?: string | number) => {
        setTyped('') // ends the search, so that the picked option is listed and keeps its name
        onChange?.(
          v ?? null,
          all.find((o) => o.value === v),
        )
      }}
    />
  )
}

/** Options before the user types: the selected one first, then those offered. */
function unsearched(
  offered: readonly Option[],
  known: Option | undefined,
  options: readonly Option[],
): Option[] {
  const first = known && !offered.some((o) => o.value === known.value) ? [known, ...offered] : offered
  return [...first, ...options.filter((o) => !first.some((f) => f.value === o.value))]
}
/**
 * Puts the best match first, because Enter takes it; the selected option would otherwise be highlighted in
 * its place.
 */
function listHits(options: readonly Option[], chosen: Props['value'], last: Props['last']): Option[] {
  const hits = options.length > 1 ? options.filter((o) => o.value !== chosen) : options
  return hits.toSorted((a, b) => Number(a.value === last) - Number(b.value === last))
}

const alike = (a: readonly Option[], b: readonly Option[]) =>
  a.length === b.length && a.every((o, i) => o.value === b[i]?.value && o.label === b[i]?.label)

/**
 * Keeps the shown options until newer ones arrive, and while the pointer is pressed: replacing them would
 * make the click miss.
 */
function useStill(found: readonly Option[], busy: boolean) {
  const [options, setOptions] = useState(found)
  const [pressed, setPressed] = useState(false)
  if (!pressed && !(busy && found.length === 0) && !alike(options, found)) setOptions(found)
  useEffect(() => {
    if (!pressed) return
    // The click event follows the pointerup.
    const letGo = () => setTimeout(() => setPressed(false))
    const until = new AbortController()
    for (const event of ['pointerup', 'pointercancel'])
      globalThis.addEventListener(event, letGo, { signal: until.signal })
    return () => until.abort()
  }, [pressed])
  return { options, press: () => setPressed(true) }
}
