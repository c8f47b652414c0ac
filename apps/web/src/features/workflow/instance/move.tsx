import type { Ref } from '@portal/contract/kernel/rows'
import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { useId, useState } from 'react'
import { ask, say } from '../../../lib/tell.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { PeopleSelect } from '../../people/shared/people-select.tsx'
import { RefusedStep } from '../shared/refused-step.tsx'
import { ReturnTo } from '../shared/return-to.tsx'
import { useAttempt } from '../use-attempt.ts'
import { useMove } from '../workflow.queries.ts'
import '../shared/decision.css'
import './instance.css'

type How = 'pass' | 'assign' | 'return' | 'stop'
const words: Record<How, { title: string; text: string; done: string }> = {
  pass: { title: '跳过该环节', text: '该环节按通过处理，流程继续。', done: '已推进' },
  assign: { title: '指定办理人', text: '该环节改由所选人员办理，原办理人不再收到任务。', done: '已指定' },
  return: { title: '退回', text: '所选环节重新办理；退回发起人时由其修改后重新提交。', done: '已退回' },
  stop: { title: '终止流程', text: '流程按拒绝结束，不能恢复。', done: '已终止' },
}
const hows: readonly How[] = ['pass', 'assign', 'return', 'stop']

/** The office moves a stuck instance on and gives a reason. */
export function Move({ instance: { id, steps } }: { instance: InstanceDetail }) {
  const name = useId()
  const move = useMove()
  const attempt = useAttempt()
  const [chosen, setChosen] = useState<number>()
  const [how, setHow] = useState<How>('pass')
  const [people, setPeople] = useState<readonly Ref[]>([])
  const [to, setTo] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const step = steps.find(({ visit }) => visit === chosen) ?? steps[0]
  const missing = {
    people: how === 'assign' && people.length === 0,
    reason: reason.trim() === '',
  }
  async function run(): Promise<void> {
    setTried(true)
    if (missing.people || missing.reason) return
    const { title, text, done } = words[how]
    const question = { title: `${title}？`, text, ok: title, danger: how === 'stop' }
    if (!(await ask(question))) return
    const body = {
      how,
      visit: how === 'stop' ? null : (step?.visit ?? null),
      userIds: how === 'assign' ? people.map((person) => person.id) : null,
      to: how === 'return' ? to : null,
      reason: reason.trim(),
    }
    if (!(await attempt.go(body, () => move.run({ params: { id }, body, quiet: true })))) return
    setReason('')
    setTried(false)
    say('success', done)
  }
  return (
    <Card title="推进流程">
      <div className="instance-move">
        {steps.length > 1 && how !== 'stop' && (
          <fieldset>
            <legend>环节</legend>
            {steps.map(({ visit, name: title }) => (
              <label key={visit}>
                <input
                  type="radio"
                  name={`${name}step`}
                  checked={step?.visit === visit}
                  onChange={() => {
                    setChosen(visit)
                    setTo(null)
                  }}
                />{' '}
                {title}
              </label>
            ))}
          </fieldset>
        )}
        <fieldset>
          <legend>处理方式</legend>
          {hows.map((one) => (
            <label key={one}>
              <input type="radio" name={`${name}how`} checked={how === one} onChange={() => setHow(one)} />{' '}
              {words[one].title}
            </label>
          ))}
        </fieldset>
        <p className="muted">{words[how].text}</p>
        {how === 'return' && <ReturnTo steps={step?.returnsTo ?? []} value={to} onChange={setTo} />}
        {how === 'assign' && (
          <div>
            <label htmlFor={`${name}who`}>办理人</label>
            <PeopleSelect id={`${name}who`} value={people} onChange={setPeople} />
            {isTried && missing.people && (
              <small className="decide-missing" role="alert">
                请选择人员
              </small>
            )}
          </div>
        )}
        <div className="instance-text">
          <label htmlFor={`${name}why`}>原因</label>
          <textarea
            id={`${name}why`}
            rows={2}
            maxLength={500}
            value={reason}
            aria-invalid={(isTried && missing.reason) || undefined}
            onChange={(e) => setReason(e.target.value)}
          />
          {isTried && missing.reason && (
            <small className="decide-missing" role="alert">
              请填写原因
            </small>
          )}
        </div>
        {attempt.failure && <RefusedStep refusal={attempt} fields={false} />}
        <div className="page-extra">
          <Button kind={how === 'stop' ? 'danger' : 'primary'} busy={attempt.busy} onClick={() => void run()}>
            {words[how].title}
          </Button>
        </div>
      </div>
    </Card>
  )
}
