/** What a state means to a person. The palette is used for states and for nothing else. */
export type StateTone = 'draft' | 'waiting' | 'active' | 'done' | 'refused' | 'stopped'

/** `text` says the state; the colour only repeats it. */
export function StateTag({ tone, text }: { tone: StateTone; text: string }) {
  return (
    <span className="tag" style={{ color: `var(--${tone})`, background: `var(--${tone}-soft)` }}>
      {text}
    </span>
  )
}
