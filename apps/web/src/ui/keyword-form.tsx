import { useEffect, useId, useRef, type FormHTMLAttributes, type ReactNode } from 'react'
import { useNarrow } from './use-media.ts'

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  /** Accessible name of the text box. */
  words: string
  placeholder?: string
  /** The keyword in force, from the address. */
  value: string
  onSearch: (keyword: string) => void
  /** Further fields before the text. */
  before?: ReactNode
  /** The button. */
  children: ReactNode
}

/**
 * A search form with one text. The box stays the same element when another keyword comes into force, because
 * whoever has pressed Enter goes on in it; on a phone it gives up the focus, because the keyboard would cover
 * what was found.
 */
export function KeywordForm({
  words,
  placeholder = words,
  value,
  onSearch,
  before,
  children,
  ...form
}: Props) {
  const id = useId()
  const narrow = useNarrow()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.value = value
  }, [value])
  return (
    <form
      {...form}
      onSubmit={(e) => {
        e.preventDefault()
        if (narrow) box.current?.blur()
        onSearch(box.current?.value.trim() ?? '')
      }}
    >
      {before}
      <label htmlFor={id} className="sr-only">
        {words}
      </label>
      <input ref={box} id={id} type="search" defaultValue={value} maxLength={100} placeholder={placeholder} />
      {children}
    </form>
  )
}
