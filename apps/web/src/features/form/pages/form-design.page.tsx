import { useSearchParams } from 'react-router'
import { DesignPage } from '../design/design-page.tsx'

/** 我的表单 without an id; with one its designer, `new` for one that is not there yet. */
export default function FormDesignPage() {
  const [query] = useSearchParams()
  const asked = query.get('id')
  const id = asked === 'new' ? 'new' : /^\d{1,15}$/.test(asked ?? '') ? Number(asked) : null
  return <DesignPage id={id} />
}
