import { useSearchParams } from 'react-router'
import { DesignPage } from '../design/design-page.tsx'

/** Without an id the list 我的表单; with one the form's designer; `new` for a new form. */
export default function FormDesignPage() {
  const [query] = useSearchParams()
  const asked = query.get('id')
  const id = asked === 'new' ? 'new' : /^\d{1,15}$/.test(asked ?? '') ? Number(asked) : null
  return <DesignPage id={id} />
}
