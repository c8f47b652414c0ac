import { useSearchParams } from 'react-router'
import { DesignPage } from '../design/design-page.tsx'

/** The process in the address; a new one without. */
export default function BpmDesignPage() {
  const [query] = useSearchParams()
  const asked = query.get('id')
  const id = /^\d{1,15}$/.test(asked ?? '') ? Number(asked) : 'new'
  return <DesignPage id={id} />
}
