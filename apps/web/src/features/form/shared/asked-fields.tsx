import type { BoundAnswer } from '@portal/contract/form/binding'
import type { FillableForm } from '@portal/contract/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { listEmptied, readValues } from '@portal/form-kit/values/read'
import { Form } from 'antd'
import { use, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Failure } from '../../../lib/failure.ts'
import { samePath, type NamePath } from '../../../ui/form/check.ts'
import { TypedContext } from '../../../ui/form/field.tsx'
import { Empty } from '../../../ui/light.tsx'
import { keepFile, uploadRule } from '../form.queries.ts'
import { FormView } from './form-view.tsx'
import { startValues } from './start.ts'
import type { Faults } from './use-filling.ts'
import type { Fields, Upload } from './view-context.ts'

/** The server's faults of the questions. `name` is their path in the form around them. */
export function listFaults(failure: Failure | null, name: NamePath): Faults {
  const place = `${name.join('.')}.values.`
  return (failure?.reasons ?? []).flatMap(({ field, message }) =>
    field?.startsWith(place) ? [{ path: field.slice(place.length), message }] : [],
  )
}

interface Props {
  id?: string
  value?: Fields | null
  onChange?: (values: Fields) => void
  name: NamePath
  asked: FillableForm
  /** The last refusal of the form around it. */
  failure: Failure | null
  /** The earlier answer. */
  before?: BoundAnswer | undefined
  /** For a row of a list: the form's description is shown elsewhere. */
  isRow?: boolean | undefined
}

/**
 * An instrument's questions as one field of the form around them: `<Field name="answers" own>`. They are
 * judged when that form is sent.
 */
export default function AskedFields({
  id,
  value = null,
  onChange,
  name,
  asked,
  failure,
  before,
  isRow,
}: Props) {
  const form = useMemo(() => parseForm(asked.text).form, [asked.text])
  const around = Form.useFormInstance()
  const { errors } = Form.Item.useStatus()
  const say = use(TypedContext)
  const [faults, setFaults] = useState<{ list: Faults; aims: boolean }>()
  // A value set from outside, for example from a draft, restarts the form view.
  const [mine, setMine] = useState(value)
  const [round, setRound] = useState(0)
  if (value !== mine) {
    setMine(value)
    if (JSON.stringify(value) !== JSON.stringify(mine)) setRound(round + 1)
  }
  // Before any typing, the form's defaults count as the answer.
  const begin = useEffectEvent(() => {
    if (form && value === null) around.setFieldValue([...name], startValues(form))
  })
  useEffect(() => begin(), [asked.id])
  useEffect(() => {
    const wrong = form && readValues(form, value ?? {}).values === null
    say?.(wrong ? '请按提示填写' : undefined)
    return () => say?.(undefined)
  }, [form, value, say])
  // Whenever sending the form around it fails, the questions show their own faults.
  const [heard, setHeard] = useState({ errors, failure })
  if (failure !== heard.failure || (errors.length > 0 && errors !== heard.errors)) {
    setHeard({ errors, failure })
    const refused = listFaults(failure, name)
    const first = around.getFieldsError().find((field) => field.errors.length > 0)?.name
    if (form && errors.length > 0)
      setFaults({
        list: refused.length > 0 ? refused : readValues(form, value ?? {}).faults,
        aims: first !== undefined && samePath(first, name),
      })
  }
  const upload = useMemo<Upload | null>(
    () => (uploadRule ? { rule: uploadRule, send: (...file) => keepFile(asked.id, ...file) } : null),
    [asked.id],
  )
  // What the earlier answer to this version left empty is not filled by a default.
  const emptied = useMemo((): Fields => {
    if (!form || before?.version !== asked.version) return {}
    const fields = listEmptied(form, before.values as Fields) // they came as JSON
    return Object.fromEntries([...fields].map((field) => [field, null]))
  }, [form, before, asked.version])
  if (!form) return <Empty text="附加表单内容有误，暂时不能填写，请联系设备审核员" />
  return (
    <div id={id} className="asked">
      {!isRow && asked.description && <p className="muted pre-line">{asked.description}</p>}
      <FormView
        key={round}
        isPart
        form={form}
        label={asked.name}
        start={value ? { ...emptied, ...value } : undefined}
        upload={upload}
        faults={faults?.list}
        aims={faults?.aims ?? true}
        people={before?.people ?? NOBODY}
        onChange={(values) => {
          setMine(values)
          onChange?.(values)
        }}
      />
    </div>
  )
}
const NOBODY: BoundAnswer['people'] = []
