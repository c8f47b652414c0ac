/** The meaning of a state for the user. These colours are used only for states. */
export type StateTone = 'draft' | 'waiting' | 'active' | 'done' | 'refused' | 'stopped'

/** `text` names the state; the colour only repeats it. */
export function StateTag({ tone, text }: { tone: StateTone; text: string }) {
  return (
    <span className="tag" style={{ color: `var(--${tone})`, background: `var(--${tone}-soft)` }}>
      {text}
    </span>
  )
}
