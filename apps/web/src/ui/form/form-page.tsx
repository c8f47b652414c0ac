import { Form } from 'antd'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { formatAgo } from '../../lib/format.ts'
import { createPutOff } from '../../lib/put-off.ts'
import { session } from '../../lib/session.ts'
import { Icon } from '../icon.tsx'
import { Button } from '../light.tsx'
import { sortReasons, type NamePath } from './check.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { FormContext } from './field.tsx'
import { Refused } from './refused.tsx'
import { StepNames, useSteps, type FormStep } from './steps.tsx'
import { useBusyForm, useLeaveQuestion } from './leave.ts'
import type { SubmitForm } from './use-submit.ts'
import './form.css'

const DRAFT_MS = 500

interface Props<V> {
  title?: string
  form: SubmitForm<V>
  /** Button text, e.g. 提交预约. */
  submit: string
  children?: ReactNode
  /** Steps of a long form, in place of `children`; everything is sent at the end. */
  steps?: readonly FormStep[]
  intro?: ReactNode
  /** Draws help that came with a refusal, such as the nearest free slots, under its reasons. */
  help?: (failure: Failure) => ReactNode
  onCancel?: () => void
  /** Further buttons. */
  extra?: ReactNode
  columns?: 1 | 2
  onChange?: (values: V) => void
  /** `about` stands before the fields; the summary with the submit button stands beside them. */
  beside?: Beside
}
interface Beside {
  lead: ReactNode
  side: ReactNode
  /** The summary in a few words, for the bar at the bottom of a phone's screen. */
  bar: ReactNode
}

/** The one page for forms. Its children are `Field`s. */
export function FormPage<V extends object>({
  title,
  form,
  submit,
  children,
  steps,
  intro,
  help,
  onCancel,
  extra,
  columns = 1,
  onChange,
  beside,
}: Props<V>) {
  const [kept, setKept] = useState(() => (form.draft ? readDraft<V>(form.draft) : null))
  const [lacks, setLacks] = useState('')
  const walk = useSteps(form, steps)
  const [draftWriting] = useState(() => createPutOff(DRAFT_MS))
  useLeaveQuestion(form.dirty, form.draft !== undefined)
  useBusyForm(form.busy)

  const restore = useEffectEvent(() => {
    if (!kept) return
    // A draft holds this form's own values, read from storage.
    form.antd.setFieldsValue(kept.values as never)
    form.touch()
  })
  useEffect(() => {
    restore()
    return draftWriting.flush
  }, [draftWriting])

  const changed = () => {
    form.touch()
    const values = form.antd.getFieldsValue(true) as V
    onChange?.(values)
    if (!form.draft) return
    const draft = form.draft
    const typist = session.user()?.uid
    draftWriting.wait(() => {
      // Signing out closes the form as well; nobody else finds it then.
      if (form.dirty.current && session.user()?.uid === typist) keepDraft(draft, values)
    })
  }
  // antd reports only what the user types, so values set by `put` are observed here.
  const heard = useEffectEvent(changed)
  useEffect(() => form.onPut(() => heard()), [form])
  const startAgain = () => {
    if (form.draft) dropDraft(form.draft)
    form.clean()
    setKept(null)
  }
  const foot = (
    <footer className="form-foot no-print">
      {beside && <div className="form-bar">{beside.bar}</div>}
      {walk && walk.at > 0 && <Button onClick={walk.back}>上一步</Button>}
      {/* Not the form's own submit: antd would validate, and then useSubmit would again. */}
      <Button type="submit" kind="primary" busy={form.busy}>
        {walk && !walk.last ? '下一步' : submit}
      </Button>
      {onCancel && <Button onClick={onCancel}>取消</Button>}
      {extra}
    </footer>
  )
  return (
    <section className="form-page" onSubmitCapture={walk?.submit}>
      {title && (
        <header className="page-head">
          <h1>{title}</h1>
        </header>
      )}
      {intro}
      {walk && <StepNames {...walk} />}
      <Form<V>
        name={form.id}
        form={form.antd}
        layout="vertical"
        initialValues={form.initial as never}
        onValuesChange={changed}
        onFieldsChange={(_, all) =>
          beside &&
          setLacks(all.flatMap((field) => field.errors?.filter(Boolean).slice(0, 1) ?? []).join('；'))
        }
        onFinish={() => void form.submit()}
        onFinishFailed={({ errorFields }) => form.stop(errorFields[0]?.name)}
        className="card form-card"
        data-columns={columns}
        noValidate
      >
        <FormContext value={form}>
          {kept && (
            <p className="form-note" role="status">
              <Icon name="info" size={16} /> 已恢复 {formatAgo(kept.at)}未提交的内容
              <Button kind="text" size="small" onClick={startAgain}>
                重新填写
              </Button>
            </p>
          )}
          {form.failure && (
            <Refused
              failure={form.failure}
              reasons={
                sortReasons(
                  form.failure.reasons,
                  form.antd.getFieldsError().map((e) => e.name as NamePath),
                ).others
              }
            >
              {help?.(form.failure)}
            </Refused>
          )}
          {beside ? (
            <>
              {lacks && (
                <p className="form-lacks" role="alert">
                  <Icon name="warn" size={16} /> 还不能提交：{lacks}
                </p>
              )}
              <div className="form-beside">
                <div className="form-lead">{beside.lead}</div>
                <div className="form-side">
                  {beside.side}
                  {foot}
                </div>
                <div className="form-fields">{children}</div>
              </div>
            </>
          ) : (
            <>
              {walk ? (
                walk.steps.map((step, i) => (
                  <div key={step.title} className="form-fields" hidden={i !== walk.at}>
                    {step.fields}
                  </div>
                ))
              ) : (
                <div className="form-fields">{children}</div>
              )}
              {foot}
            </>
          )}
        </FormContext>
      </Form>
    </section>
  )
}
