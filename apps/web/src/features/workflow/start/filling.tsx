import { parseForm } from '@portal/form-kit/form/parse'
import type { Form } from '@portal/form-kit/form/form'
import type { fillableWorkflow } from '@portal/contract/workflow/workflow'
import { useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { formatAgo } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import type { Draft } from '../../../ui/form/draft.ts'
import { Refused } from '../../../ui/form/refused.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Card, Empty } from '../../../ui/light.tsx'
import { FormView } from '../../form/shared/form-view.tsx'
import { keepSubmit } from '../../form/shared/keep-submit.ts'
import { dropSecrets } from '../../form/shared/secrets.ts'
import { useFieldsDraft } from '../../form/shared/use-fields-draft.ts'
import type { Fields, Upload } from '../../form/shared/view-context.ts'
import { useAttempt } from '../use-attempt.ts'
import {
  keepFile,
  renewFillable,
  uploadRule,
  useDropDraft,
  useSaveDraft,
  useStart,
} from '../workflow.queries.ts'
import { Preview } from './preview.tsx'
import './start.css'

type Fillable = z.output<typeof fillableWorkflow>
interface Props {
  workflow: Fillable
  onDone: (instanceId: number) => void
}

/** The form of a process to start. */
export function Filling({ workflow: newest, onDone }: Props) {
  // The user keeps the version they started with, until they ask for the newer one.
  const [open, setOpen] = useState(newest)
  const [isWanted, setWanted] = useState(false)
  // The requested version may still be loading.
  if (isWanted && newest.version !== open.version) {
    setWanted(false)
    setOpen(newest)
  }
  const form = useMemo(() => {
    const drawn = parseForm(open.form).form
    return drawn && keepSubmit(drawn)
  }, [open.form])
  if (!form)
    return (
      <Card>
        <Empty text="该流程的表单内容有误，暂时不能发起，请联系流程管理员" />
      </Card>
    )
  return (
    <Started
      key={open.version}
      open={open}
      form={form}
      onNewest={() => {
        setWanted(true)
        if (newest.version === open.version) void renewFillable()
      }}
      onDone={onDone}
    />
  )
}

interface StartedProps {
  open: Fillable
  form: Form
  onNewest: () => void
  onDone: (instanceId: number) => void
}
function Started({ open, form, onNewest, onDone }: StartedProps) {
  const { id, name, version } = open
  const local = useFieldsDraft(`workflow-${id}`)
  const people = useMemo(() => [...local.people, ...open.people], [local.people, open.people])
  const params = { id }
  // The newer of two drafts: this device's own, and the one saved on the server.
  const [kept, setKept] = useState(() => findKept(local.kept, open))
  const [round, setRound] = useState(0)
  const [values, setValues] = useState<Fields>(kept?.values ?? {})
  const latest = useRef<Fields>(values)
  const attempt = useAttempt()
  const [start, saveDraft, drop] = [useStart(), useSaveDraft(), useDropDraft()]
  const upload = useMemo<Upload | null>(
    () =>
      uploadRule
        ? { rule: uploadRule, send: (...file) => keepFile({ workflowId: id, instanceId: null }, ...file) }
        : null,
    [id],
  )
  const changed = (next: Fields): void => {
    latest.current = next
    setValues(next)
    local.keep(form, next)
  }
  async function send(all: Fields): Promise<void> {
    const body = { version, values: all }
    const done = await attempt.go([params, body], (idempotencyKey) =>
      start.run({ params, body, quiet: true, idempotencyKey }),
    )
    if (!done) return
    local.settle()
    say('success', '已发起')
    onDone(done.reply.id)
  }
  async function keep(): Promise<void> {
    const sent = latest.current
    await saveDraft.run({ params, body: { values: dropSecrets(form, sent) } })
    // What was typed meanwhile is not saved yet: it stays on this device.
    if (latest.current === sent) local.settle()
    say('success', '已暂存，可随时在“发起流程”中继续填写')
  }
  async function beginAnew(): Promise<void> {
    if (open.draft) await drop.run({ params })
    local.settle()
    latest.current = {}
    setValues({})
    setKept(null)
    setRound(round + 1)
  }
  const { failure, faults, others } = attempt
  return (
    <div className="start-fill">
      <Card>
        {open.description && <p className="pre-line start-note">{open.description}</p>}
        {kept && (
          <p className="start-note" role="status">
            <Icon name="info" size={16} /> 已恢复 {formatAgo(kept.at)}填写的内容
            <Button kind="text" size="small" onClick={() => void beginAnew().catch(() => undefined)}>
              重新填写
            </Button>
          </p>
        )}
        {failure && (
          <Refused failure={failure} reasons={others}>
            {failure.code === 'WORKFLOW_VERSION_OLD' && (
              <p>
                <Button size="small" onClick={onNewest}>
                  显示更新后的流程
                </Button>
              </p>
            )}
          </Refused>
        )}
        <FormView
          key={round}
          form={form}
          start={kept?.values}
          label={name}
          people={people}
          onName={local.name}
          upload={upload}
          faults={faults}
          onChange={changed}
          onReset={() => {
            local.settle()
            setKept(null)
          }}
          onSubmit={send}
          extra={
            <Button busy={saveDraft.busy} onClick={() => void keep().catch(() => undefined)}>
              暂存
            </Button>
          }
        />
      </Card>
      <Preview id={id} values={values} />
    </div>
  )
}

function findKept(here: Draft<Fields> | null, { draft, draftAt }: Fillable): Draft<Fields> | null {
  // The draft came as JSON.
  const there = draft && draftAt ? { values: draft as Fields, at: Date.parse(draftAt) } : null
  return here && (!there || here.at > there.at) ? here : there
}
