import { Link, useSearchParams } from 'react-router'
import { useCurrentInView } from './use-current-in-view.ts'
import './link-tabs.css'

interface Props {
  /** Label of the tab list. */
  label: string
  /** Parameter name in the address bar. */
  name: string
  tabs: readonly { key: string; title: string }[]
  value: string
  /** Parameters that every tab keeps, such as the item's id. */
  keep?: readonly string[]
}
/** Tabs of a page, stored in the address bar. Other parameters belong to the previous tab and are dropped. */
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
