import { useSearchParams } from 'react-router'
import { DesignPage } from '../design/design-page.tsx'

/** The designer of the process in the address; without an id a new process. */
export default function BpmDesignPage() {
  const [query] = useSearchParams()
  const asked = query.get('id')
  const id = /^\d{1,15}$/.test(asked ?? '') ? Number(asked) : 'new'
  return <DesignPage id={id} />
}
