import type { InstanceTask } from '@portal/contract/workflow/workflow'
import { useId, useState } from 'react'
import { Button } from '../../../ui/light.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { ReturnTo } from './return-to.tsx'

export type Handed = { how: 'return'; to: number | null } | { how: 'delegate' | 'transfer'; userId: number }

interface Props {
  how: Handed['how']
  task: InstanceTask
  busy: boolean
  onHand: (handed: Handed) => void
  onClose: () => void
}
const words = {
  return: { button: '退回', text: '退回后，所选环节重新办理；退回发起人时由其修改后重新提交。' },
  delegate: { button: '委托', text: '受托人办理后，任务回到您这里，由您决定。' },
  transfer: { button: '转办', text: '任务交由所选人员办理，不再回到您这里。' },
} as const

/** Chooses the target for returning, delegating or transferring a task. */
export function Handing({ how, task, busy, onHand, onClose }: Props) {
  const id = useId()
  const [to, setTo] = useState<number | null>(null)
  const [userId, setUserId] = useState<number | null>(null)
  const [isMissing, setMissing] = useState(false)
  const { button, text } = words[how]
  const hand = () => {
    if (how === 'return') onHand({ how, to })
    else if (userId === null) setMissing(true)
    else onHand({ how, userId })
  }
  return (
    <div className="task-handing" role="group" aria-label={button}>
      <p className="muted">{text}</p>
      {how === 'return' ? (
        <ReturnTo steps={task.returnsTo} value={to} onChange={setTo} />
      ) : (
        <>
          <label htmlFor={id}>{button}给</label>
          <PersonSelect
            id={id}
            value={userId}
            onChange={(picked) => {
              setUserId(picked)
              setMissing(false)
            }}
          />
          {isMissing && (
            <small className="decide-missing" role="alert">
              请选择人员
            </small>
          )}
        </>
      )}
      <div className="page-extra no-print">
        <Button kind="primary" busy={busy} onClick={hand}>
          {button}
        </Button>
        <Button onClick={onClose}>取消</Button>
      </div>
    </div>
  )
}
