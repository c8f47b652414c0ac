import { Link, useSearchParams } from 'react-router'
import { useCurrentInView } from './use-current-in-view.ts'
import './link-tabs.css'

interface Props {
  /** What all tabs together are called. */
  label: string
  /** Name in the address bar. */
  name: string
  tabs: readonly { key: string; title: string }[]
  value: string
  /** Further names that every view needs: which thing it is about. */
  keep?: readonly string[]
}
/** Views of one page, kept in the address bar. What else stands there belongs to the view that is left. */
export function LinkTabs({ label, name, tabs, value, keep = ['id'] }: Props) {
  const [search] = useSearchParams()
  const strip = useCurrentInView<HTMLElement>(value)
  const kept = keep.flatMap((k) => (search.get(k) ? [[k, search.get(k) ?? '']] : []))
  return (
    <nav ref={strip} className="link-tabs no-print" aria-label={label}>
      {tabs.map((t) => (
        <Link
          key={t.key}
          to={`?${new URLSearchParams([...kept, [name, t.key]]).toString()}`}
          aria-current={t.key === value ? 'page' : undefined}
          preventScrollReset
        >
          {t.title}
        </Link>
      ))}
    </nav>
  )
}
