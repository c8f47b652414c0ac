import { useState, type ReactNode } from 'react'
import { newKey } from '../../lib/new-key.ts'
import { say } from '../../lib/tell.ts'
import { ConfirmButton } from '../confirm-button.tsx'
import { Card } from '../light.tsx'
import { useSaid, useTake } from './holding.ts'
import type { About, Answers } from './process.ts'
import './decision.css'

interface Props {
  steps: Answers
  onDone?: (() => void) | undefined
}
/** The buttons of steps, each with its confirmation. */
export function StepButtons({ steps, onDone }: Props) {
  // Kept while no answer has come, so that a second click is the same request. The server repeats its answer
  // to a known key, so after a refusal whose cause has gone since, the same key would be refused for ever.
  const [key, setKey] = useState(newKey)
  const answer = useTake()
  const said = useSaid()
  return Object.entries(steps).map(
    ([word, { label, tone, take, done, goesOn, filled, atHead: _, ...asked }]) => (
      <ConfirmButton
        key={word}
        {...asked}
        danger={tone === 'no'}
        {...(tone !== 'no' && { kind: tone === 'yes' ? ('primary' as const) : ('plain' as const) })}
        {...(asked.reason && said && { reason: { start: said, ...asked.reason } })}
        onConfirm={async (reason) => {
          const send = async () => {
            const answered = await take(reason, `${key}-${word}`)
            setKey(newKey)
            return answered
          }
          // Held for undo only if another person acts next. If the same person goes on, the result is needed
          // at once; a `plain` step decides nothing.
          const isHeld = !goesOn && tone !== 'plain'
          const taken = isHeld
            ? await answer({ label: label ?? asked.ok, reason, send, done, filled })
            : (await send()) !== false
          if (!taken) return
          if (!isHeld && done) say('success', done)
          if (!goesOn) onDone?.()
        }}
      >
        {label ?? asked.ok}
      </ConfirmButton>
    ),
  )
}

/** A card with warnings, the fields of the answer, and the buttons. */
export function Decision({
  title,
  text,
  warning,
  loose,
  children,
  first,
  last,
  ...buttons
}: Props &
  Omit<About, 'below'> & {
    children?: ReactNode
    /** A button without confirmation. */
    first?: ReactNode
    /** The reason why the buttons are disabled. */
    last?: ReactNode
  }) {
  return (
    <Card {...(!loose && { className: 'decide' })} {...(title && { title })}>
      {text && <p>{text}</p>}
      {warning && <p role="alert">{warning}</p>}
      {children}
      <div className="page-extra no-print">
        {first}
        <StepButtons {...buttons} />
        {last}
      </div>
    </Card>
  )
}
