import { Link, useSearchParams } from 'react-router'
import './link-tabs.css'

interface Props {
  /** Of all tabs together. */
  label: string
  /** Name in the address bar. */
  name: string
  tabs: readonly { key: string; title: string }[]
  value: string
}
/** Views of one page, kept in the address bar. What else stands there belongs to the view that is left. */
export function LinkTabs({ label, name, tabs, value }: Props) {
  const [search] = useSearchParams()
  const id = search.get('id')
  return (
    <nav className="link-tabs no-print" aria-label={label}>
      {tabs.map((t) => (
        <Link key={t.key} to={`?${new URLSearchParams({ ...(id && { id }), [name]: t.key }).toString()}`} aria-current={t.key === value ? 'page' : undefined} preventScrollReset>
          {t.title}
        </Link>
      ))}
    </nav>
  )
}
