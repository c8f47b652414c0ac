import { Card } from '../../../ui/light.tsx'
import { useContacts } from '../share-contact.queries.ts'
import './campus-contacts.css'

const FIRST = 30

/** Contacts for the shared service as a whole; nothing if there are none. */
export function CampusContacts() {
  const { data } = useContacts({ page: 0, size: FIRST, of: 'campus' })
  if (!data?.items.length) return null
  return (
    <Card title="平台服务">
      <ul className="campus-contacts">
        {data.items.map((c) => (
          <li key={c.id}>
            <strong>
              {c.post} · {c.name}
            </strong>
            {c.duty && <span>{c.duty}</span>}
            {c.phone && <a href={`tel:${c.phone}`}>{c.phone}</a>}
            {c.email && <a href={`mailto:${c.email}`}>{c.email}</a>}
            {(c.office || c.hours) && <small>{[c.office, c.hours].filter(Boolean).join(' · ')}</small>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
