import { parseForm } from '@portal/form-kit/form/parse'
import type { InstanceDetail, InstanceTask, TaskAction } from '@portal/contract/workflow/workflow'
import { useContext, useMemo, useRef, useState } from 'react'
import { newKey } from '../../../lib/new-key.ts'
import { useUser } from '../../../lib/session.ts'
import { ask, say } from '../../../lib/tell.ts'
import { dropDraft, keepDraft, readDraft } from '../../../ui/form/draft.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { Holding } from '../../../ui/process/holding.ts'
import { FormView } from '../../form/shared/form-view.tsx'
import { useFieldsDraft, type FieldsDraft } from '../../form/shared/use-fields-draft.ts'
import type { Fields, Upload } from '../../form/shared/view-context.ts'
import { useAttempt } from '../use-attempt.ts'
import { keepFile, uploadRule, useClaim, useDecideTask, useHandOver } from '../workflow.queries.ts'
import { Handing, type Handed } from './handing.tsx'
import { Opinion } from './opinion.tsx'
import { RefusedStep } from './refused-step.tsx'
import { keepWritten } from './step-form.ts'
import './decision.css'

interface Props {
  instance: InstanceDetail
  onDone?: (() => void) | undefined
}

/** The tasks of the current user, one card per step. */
export const Decisions = ({ instance, onDone }: Props) =>
  instance.tasks
    .filter(({ can }) => can.length > 0)
    .map((task) => <Decision key={task.id} instance={instance} task={task} onDone={onDone} />)

type Asked = 'return' | 'delegate' | 'transfer'
const askedWords: Record<Asked, string> = { return: '退回', delegate: '委托', transfer: '转办' }

/** The consequence of a refusal, as a Chinese sentence. */
function sayRefused({ owner, ends }: InstanceTask): string {
  if (owner) return `您的意见会转给 ${owner.name}，由其决定。`
  return ends ? '流程按拒绝结束，发起人会收到通知。' : '您的意见会计入该环节的办理结果，其他人继续办理。'
}

/** One task: its writable fields, the opinion and the buttons. Typed text stays until a decision succeeds. */
function Decision({ instance, task, onDone }: Props & { task: InstanceTask }) {
  const draft = `workflow-task-${task.id}`
  const written = useFieldsDraft(`workflow-fields-${task.id}`)
  const holder = useContext(Holding)
  const [opinion, setOpinion] = useState(() => readDraft<string>(draft)?.values ?? holder?.said ?? '')
  const [isMissing, setMissing] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const attempt = useAttempt()
  const [decide, handOver, claim] = [useDecideTask(), useHandOver(), useClaim()]
  const place = useRef<HTMLDivElement>(null)
  const me = useUser()
  const params = { id: task.id }
  const said = opinion.trim() || null
  const may = (action: TaskAction) => task.can.includes(action)

  const finish = (text: string, done: unknown): void => {
    if (done === undefined) return
    dropDraft(draft)
    written.settle()
    say('success', text)
    onDone?.()
  }
  async function answer(
    verdict: 'agree' | 'refuse' | 'return',
    more: { to: number | null; values: Fields | null },
    text: string,
  ): Promise<void> {
    const body = { verdict, opinion: said, ...more }
    const run = (idempotencyKey: string) => decide.run({ params, body, quiet: true, idempotencyKey })
    // With fields the decision is sent at once, so that the server's faults can show beside the fields.
    if (holder && more.values === null) {
      const key = newKey()
      holder.hold({ label: text.replace(/^已/, ''), reason: opinion, send: () => run(key), done: text })
      dropDraft(draft)
      written.rest() // the user may still take it back
      onDone?.()
      return
    }
    finish(text, await attempt.go(body, run))
  }
  function needsOpinion(): boolean {
    setMissing(said === null)
    return said === null
  }
  function agree(): void {
    // The form checks its values and then calls `onSubmit`, which agrees.
    const form = place.current?.querySelector('form')
    if (form) form.requestSubmit()
    else void answer('agree', { to: null, values: null }, '已同意')
  }
  async function refuse(): Promise<void> {
    if (needsOpinion()) return
    const question = { title: '拒绝该申请？', text: sayRefused(task), ok: '拒绝' }
    if (await ask({ ...question, danger: true })) await answer('refuse', { to: null, values: null }, '已拒绝')
  }
  async function hand(handed: Handed): Promise<void> {
    if (handed.how === 'return') {
      if (!needsOpinion()) await answer('return', { to: handed.to, values: null }, '已退回')
      return
    }
    const body = { how: handed.how, userId: handed.userId, opinion: said }
    const run = () => handOver.run({ params, body, quiet: true })
    finish(handed.how === 'delegate' ? '已委托' : '已转办', await attempt.go(body, run))
  }
  async function take(): Promise<void> {
    const done = await attempt.go('claim', () => claim.run({ params, quiet: true }))
    if (done) say('success', '已认领，由您办理')
  }
  return (
    <Card className="decide task-decision" title={`办理：${task.step}`}>
      {task.assignee.id !== me?.uid && <p className="muted">代 {task.assignee.name} 办理。</p>}
      {task.owner && <p className="muted">{task.owner.name} 委托办理，办理后由其决定。</p>}
      {may('claim') && <p className="muted">该环节由多人中的一人办理。可先认领，其他人不再收到此任务。</p>}
      {task.writes.length > 0 && (
        <div ref={place}>
          <Writing
            instance={instance}
            task={task}
            written={written}
            faults={attempt.faults}
            onSubmit={(values) => answer('agree', { to: null, values }, '已同意')}
          />
        </div>
      )}
      <Opinion
        value={opinion}
        isMissing={isMissing}
        onChange={(text) => {
          setOpinion(text)
          keepDraft(draft, text)
          setMissing(false)
        }}
      />
      {attempt.failure && (
        <RefusedStep
          refusal={attempt}

          fields={task.writes.length > 0}
        />
      )}
      {asked ? (
        <Handing
          key={asked}
          how={asked}
          task={task}
          busy={attempt.busy}
          onHand={(handed) => void hand(handed)}
          onClose={() => setAsked(null)}
        />
      ) : (
        <div className="page-extra no-print">
          {may('agree') && (
            <Button kind="primary" busy={attempt.busy} onClick={agree}>
              同意
            </Button>
          )}
          {may('refuse') && (
            <Button kind="danger" disabled={attempt.busy} onClick={() => void refuse()}>
              拒绝
            </Button>
          )}
          {(['return', 'delegate', 'transfer'] as const).filter(may).map((how) => (
            <Button key={how} disabled={attempt.busy} onClick={() => setAsked(how)}>
              {askedWords[how]}
            </Button>
          ))}
          {may('claim') && (
            <Button disabled={attempt.busy} onClick={() => void take()}>
              认领
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

interface WritingProps {
  instance: InstanceDetail
  task: InstanceTask
  written: FieldsDraft
  faults: { path: string; message: string }[] | undefined
  onSubmit: (values: Fields) => Promise<void>
}
/** The form fields that this step writes. */
function Writing({ instance, task, written, faults, onSubmit }: WritingProps) {
  const { writes } = task
  const kept = written.kept?.values
  const people = useMemo(() => [...written.people, ...instance.people], [written.people, instance.people])
  const form = useMemo(() => {
    const drawn = parseForm(instance.form).form
    return drawn && keepWritten(drawn, writes)
  }, [instance.form, writes])
  const about = useMemo(
    () => ({ workflowId: instance.workflow.id, instanceId: instance.id }),
    [instance.workflow.id, instance.id],
  )
  const upload = useMemo<Upload | null>(
    () => (uploadRule ? { rule: uploadRule, send: (...file) => keepFile(about, ...file) } : null),
    [about],
  )
  if (!form) return null
  const values = instance.values as Fields // they came as JSON
  const choose = (all: Fields): Fields =>
    Object.fromEntries(Object.entries(all).filter(([field]) => writes.includes(field)))
  // The server keeps what is left out, so a field that was emptied is sent as null.
  function addEmptied(all: Fields): Fields {
    const emptied = writes.filter((field) => Object.hasOwn(values, field) && !Object.hasOwn(all, field))
    return { ...choose(all), ...Object.fromEntries(emptied.map((field) => [field, null] as const)) }
  }
  // A draft holds all fields that the step writes, so a field missing there was emptied.
  const given = Object.fromEntries(Object.entries(values).filter(([field]) => !writes.includes(field)))
  return (
    <FormView
      form={form}
      start={kept ? { ...given, ...kept } : values}
      before={values}
      label={`${task.step}填写`}
      people={people}
      onName={written.name}
      upload={upload}
      faults={faults}
      onChange={(all) => written.keep(form, choose(all))}
      onSubmit={(all) => onSubmit(addEmptied(all))}
    />
  )
}
