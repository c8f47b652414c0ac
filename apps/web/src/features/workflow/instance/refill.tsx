import { parseForm } from '@portal/form-kit/form/parse'
import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { useMemo, useState } from 'react'
import { saidOrNull } from '../../../lib/opinion.ts'
import { say } from '../../../lib/tell.ts'
import { Card } from '../../../ui/light.tsx'
import { OpinionField } from '../../../ui/opinion-field.tsx'
import { FormView } from '../../form/shared/form-view.tsx'
import { useFieldsDraft } from '../../form/shared/use-fields-draft.ts'
import type { Fields, Upload } from '../../form/shared/view-context.ts'
import { RefusedStep } from '../shared/refused-step.tsx'
import { useAttempt } from '../use-attempt.ts'
import { keepFile, uploadRule, useResubmit } from '../workflow.queries.ts'

/** An instance returned to its starter, to be corrected and submitted again. */
export function Refill({ instance }: { instance: InstanceDetail }) {
  const { id, workflow, form: text, people } = instance
  // Each return is a visit of its own, so a draft of an earlier one is not restored over what was sent since.
  const draft = useFieldsDraft(`workflow-refill-${id}-${instance.steps[0]?.visit ?? 0}`)
  const named = useMemo(() => [...draft.people, ...people], [draft.people, people])
  const [opinion, setOpinion] = useState('')
  const attempt = useAttempt()
  const resubmit = useResubmit()
  const form = useMemo(() => {
    const drawn = parseForm(text).form
    return drawn && { ...drawn, options: { ...drawn.options, submitBtn: { innerText: '重新提交' } } }
  }, [text])
  const about = useMemo(
    () => ({ workflowId: workflow.id, instanceId: instance.id }),
    [workflow.id, instance.id],
  )
  const upload = useMemo<Upload | null>(
    () => (uploadRule ? { rule: uploadRule, send: (...file) => keepFile(about, ...file) } : null),
    [about],
  )
  if (!form) return null
  const before = instance.values as Fields // they came as JSON
  const returned = instance.timeline.findLast(({ kind }) => kind === 'returned')
  async function send(values: Fields): Promise<void> {
    const body = { values, opinion: saidOrNull(opinion) }
    const run = (idempotencyKey: string) =>
      resubmit.run({ params: { id }, body, quiet: true, idempotencyKey })
    if (!(await attempt.go([id, body], run))) return
    draft.settle()
    say('success', '已重新提交')
  }
  return (
    <Card className="decide" title="修改后重新提交">
      {returned && (
        <p>
          {returned.who}退回{returned.opinion && `：${returned.opinion}`}
        </p>
      )}
      {attempt.failure && <RefusedStep refusal={attempt} fields />}
      <OpinionField label="修改说明" value={opinion} onChange={setOpinion} />
      <FormView
        form={form}
        start={draft.kept?.values ?? before}
        before={before}
        label={workflow.name}
        people={named}
        onName={draft.name}
        upload={upload}
        faults={attempt.faults}
        onChange={(values) => draft.keep(form, values)}
        onReset={draft.settle}
        onSubmit={send}
      />
    </Card>
  )
}
