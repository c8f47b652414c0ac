import { useId, type ReactNode } from 'react'
import { Button } from '../light.tsx'
import './word-search.css'

interface Props {
  /** What the form is for: 查找公告. */
  label: string
  /** What is to be typed: 标题中的字. */
  words: string
  value: string
  onSearch: (keyword: string) => void
  /** Further fields before the words. */
  children?: ReactNode
}

/** A word to look for, above what is read rather than worked with; tables have their filters. */
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
