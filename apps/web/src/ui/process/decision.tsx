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
/** The buttons of steps, each with its question. */
export function StepButtons({ steps, onDone }: Props) {
  // One key for one look at the row: a second click is the same click.
  const [key] = useState(newKey)
  const answer = useTake()
  const said = useSaid()
  return Object.entries(steps).map(([word, { label, tone, take, done, goesOn, atHead: _, ...asked }]) => (
    <ConfirmButton
      key={word}
      {...asked}
      danger={tone === 'no'}
      {...(tone !== 'no' && { kind: tone === 'yes' ? ('primary' as const) : ('plain' as const) })}
      {...(asked.reason && said && { reason: { start: said, ...asked.reason } })}
      onConfirm={async (reason) => {
        const send = () => take(reason, `${key}-${word}`)
        // Where the same person goes on he needs what comes of it; what is neither yes nor no decides
        // nothing.
        const isHeld = !goesOn && tone !== 'plain'
        const taken = isHeld
          ? await answer({ label: label ?? asked.ok, reason, send, done })
          : (await send()) !== false
        if (!taken) return
        if (!isHeld && done) say('success', done)
        if (!goesOn) onDone?.()
      }}
    >
      {label ?? asked.ok}
    </ConfirmButton>
  ))
}

/** What is to be known before it is decided, what belongs to the answer, and the buttons. */
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
    /** A button that asks nothing. */
    first?: ReactNode
    /** Why it cannot be clicked yet. */
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
