import type { Form } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import type { AnswerDetail, FillableForm } from '@portal/contract/form/form'
import { useMemo, useState } from 'react'
import { formatAgo } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Refused } from '../../../ui/form/refused.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Empty } from '../../../ui/light.tsx'
import { keepFile, renewFillable, uploadRule } from '../form.queries.ts'
import { FormView } from '../shared/form-view.tsx'
import { keepSubmit } from '../shared/keep-submit.ts'
import { useFieldsDraft } from '../shared/use-fields-draft.ts'
import type { Upload } from '../shared/view-context.ts'
import { useSending } from './use-sending.ts'

interface Props {
  form: FillableForm
  onDone: (answer: AnswerDetail) => void
}

/** A form to fill in. Typed values are kept on this device until they are sent. */
export function Fill({ form: newest, onDone }: Props) {
  // The user keeps the version of the form they started with, until they ask for the newer one.
  const [open, setOpen] = useState(newest)
  const [isWanted, setWanted] = useState(false)
  // The newer version is requested when the server refuses the old one; it may still be loading.
  if (isWanted && newest.version !== open.version) {
    setWanted(false)
    setOpen(newest)
  }
  const form = useMemo(() => {
    const drawn = parseForm(open.text).form
    return drawn && keepSubmit(drawn)
  }, [open.text])
  if (!form) return <Empty text="表单内容有误，暂时不能填写，请联系发布该表单的部门" />
  const showNewest = (): void => {
    setWanted(true)
    if (newest.version === open.version) void renewFillable()
  }
  return <Filling open={open} form={form} onNewest={showNewest} onDone={onDone} />
}

interface FillingProps extends Omit<Props, 'form'> {
  open: FillableForm
  form: Form
  onNewest: () => void
}
function Filling({ open, form, onNewest, onDone }: FillingProps) {
  const draft = useFieldsDraft(`form-${open.id}`)
  const [kept, setKept] = useState(draft.kept)
  const [round, setRound] = useState(0)
  const upload = useMemo<Upload | null>(
    () => (uploadRule ? { rule: uploadRule, send: (...file) => keepFile(open.id, ...file) } : null),
    [open.id],
  )
  const { send, forgive, failure, faults, others } = useSending(open, (answer) => {
    draft.settle()
    say('success', '提交成功')
    onDone(answer)
  })
  function showNewest(): void {
    forgive()
    onNewest()
  }
  const forget = (): void => {
    draft.settle()
    setKept(null)
  }
  return (
    <>
      {kept && (
        <p className="form-note" role="status">
          <Icon name="info" size={16} /> 已恢复 {formatAgo(kept.at)}未提交的内容
          <Button
            kind="text"
            size="small"
            onClick={() => {
              forget()
              setRound(round + 1)
            }}
          >
            重新填写
          </Button>
        </p>
      )}
      {failure && (
        <Refused failure={failure} reasons={others}>
          {failure.code === 'FORM_VERSION_OLD' && (
            <p>
              <Button size="small" onClick={showNewest}>
                显示更新后的表单
              </Button>
            </p>
          )}
        </Refused>
      )}
      <FormView
        key={round}
        form={form}
        start={kept?.values}
        label={open.name}
        upload={upload}
        faults={faults}
        people={draft.people}
        onName={draft.name}
        onChange={(values) => draft.keep(form, values)}
        onReset={forget}
        onSubmit={send}
      />
    </>
  )
}
