import { defaultOptions } from '@portal/form-kit/form/form'
import type { Form } from '@portal/form-kit/form/form'
import type { FormDetail } from '@portal/contract/form/form'
import { formCalls } from '@portal/contract/form/calls'
import { parseForm } from '@portal/form-kit/form/parse'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useOfferedDraft } from '../../../ui/form/offered-draft.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { FormView } from '../shared/form-view.tsx'
import { sayPreviewed } from '../shared/say-previewed.ts'
import { makeAbout, type About } from './designer.ts'
import { useForm } from './design.queries.ts'
import { FormDesigner } from './form-designer.tsx'
import { FormList } from './form-list.tsx'
import { draftName, readKept } from './use-kept-draft.ts'
import './design.css'

/** The location state of a new form, which may start from an import. */
export interface NewState {
  form?: Form
  name?: string
}

export function DesignPage({ id }: { id: number | 'new' | null }) {
  // After its first save a new form stays in the same designer.
  const [made, setMade] = useState<number | null>(null)
  const navigate = useNavigate()
  const narrow = useNarrow()
  if (id === null) return <FormList />
  if (narrow) return id === 'new' ? <NarrowNew /> : <NarrowForm id={id} />
  if (id === 'new' || id === made)
    return (
      <NewForm
        key="new"
        made={id === 'new' ? null : id}
        onCreated={(detail) => {
          setMade(detail.id)
          void navigate(to('/form-create/form-design', { id: detail.id }), { replace: true })
        }}
      />
    )
  return <SavedForm key={id} id={id} />
}

const TooNarrow = () => (
  <>
    <p className="fd-narrow">设计表单需要更宽的屏幕，请在电脑上打开本页。手机上可以查看和预览已有的表单。</p>
    <ButtonLink to="/form-create/form-design">返回表单列表</ButtonLink>
  </>
)

const NarrowNew = () => (
  <>
    <h1>新建表单</h1>
    <TooNarrow />
  </>
)

/** On a phone the designer is not available: the form is only previewed. */
function NarrowForm({ id }: { id: number }) {
  const query = useForm({ params: { id } })
  if (!query.data) return <Waiting query={query} />
  const { form } = parseForm(query.data.text)
  return (
    <>
      <h1>{query.data.name}</h1>
      <TooNarrow />
      {form && <FormView form={form} label={query.data.name} onSubmit={sayPreviewed} />}
    </>
  )
}

function NewForm({ made, onCreated }: { made: number | null; onCreated: (detail: FormDetail) => void }) {
  // Only FormList writes this state.
  const state = useLocation().state as NewState | null
  const [start] = useState(() => ({
    form: state?.form ?? blank(),
    about: { name: state?.name ?? '', category: '', description: '' },
  }))
  return (
    <WithDraft
      id="new"
      start={start}
      detail={null}
      newest={useNewest(made)}
      offer={!state?.form}
      onCreated={onCreated}
    />
  )
}
const blank = (): Form => ({
  rule: [],
  options: structuredClone(defaultOptions),
  more: {},
  bare: false,
})

/** The form as it is on the server now; kept live while the designer is open. */
function useNewest(id: number | null): FormDetail | null {
  useLive(id === null ? [] : [`form:${id}`], [formCalls.get])
  const { data } = useForm({ params: { id: id ?? 0 } }, { enabled: id !== null })
  return data ?? null
}

function SavedForm({ id }: { id: number }) {
  const query = useForm({ params: { id } }, { staleTime: 0 })
  const newest = useNewest(id)
  // The form at opening. Later saves by other people do not change it.
  const [first, setFirst] = useState<FormDetail | null>(null)
  if (query.data && first === null && !query.isFetching) setFirst(query.data)
  const start = useMemo(() => {
    const { form } = first ? parseForm(first.text) : { form: null }
    return form && first ? { form, about: makeAbout(first) } : null
  }, [first])
  if (!first) return <Waiting query={query} />
  if (!start) return <p role="alert">该表单的内容不符合现在的规则，无法打开</p>
  return <WithDraft id={id} start={start} detail={first} newest={newest} offer onCreated={() => undefined} />
}

interface WithDraftProps {
  id: number | 'new'
  start: { form: Form; about: About }
  detail: FormDetail | null
  newest: FormDetail | null
  offer: boolean
  onCreated: (detail: FormDetail) => void
}
function WithDraft({ id, start, detail, offer, ...rest }: WithDraftProps) {
  const { isOffered, restored, notice } = useOfferedDraft(
    draftName(id),
    () => (offer ? readKept(id) : null),
    detail,
  )
  return (
    <FormDesigner
      key={restored ? 'restored' : 'fresh'}
      start={start}
      detail={detail}
      kept={restored}
      offered={isOffered ? id : null}
      notice={notice}
      {...rest}
    />
  )
}
