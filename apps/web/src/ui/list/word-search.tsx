import type { ReactNode } from 'react'
import { KeywordForm } from '../keyword-form.tsx'
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
export const WordSearch = ({ label, words, value, onSearch, children }: Props) => (
  <KeywordForm
    role="search"
    aria-label={label}
    className="word-search"
    words={words}
    value={value}
    onSearch={onSearch}
    before={children}
  >
    <Button type="submit" icon="search">
      查询
    </Button>
  </KeywordForm>
)
