import { useId, type ReactNode } from 'react'
import { Button } from '../light.tsx'
import './word-search.css'

interface Props {
  /** Label of the form: 查找公告. */
  label: string
  /** Placeholder: 标题中的字. */
  words: string
  value: string
  onSearch: (keyword: string) => void
  /** Further fields before the text. */
  children?: ReactNode
}

/** A search box above lists for reading; tables have filters. */
export function WordSearch({ label, words, value, onSearch, children }: Props) {
  const id = useId()
  return (
    <form
      role="search"
      aria-label={label}
      className="word-search"
      onSubmit={(e) => {
        e.preventDefault()
        onSearch(String(new FormData(e.currentTarget).get('keyword')).trim())
      }}
    >
      {children}
      <label htmlFor={id} className="sr-only">
        {words}
      </label>
      <input
        key={value}
        id={id}
        name="keyword"
        type="search"
        defaultValue={value}
        maxLength={100}
        placeholder={words}
      />
      <Button type="submit" icon="search">
        查询
      </Button>
    </form>
  )
}
