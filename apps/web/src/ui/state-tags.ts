import type { StateTone } from './state-tag.tsx'

type Awaiting = `awaiting_${string}`
type Tones<S extends string> = Record<Exclude<S, Awaiting>, StateTone> & Partial<Record<S, StateTone>>

/**
 * Tags for the states of a process. A state in which someone has to act is `waiting` by default, so a new
 * step needs no entry.
 */
export const defineTags = <S extends string>(words: Readonly<Record<S, string>>, tones: Tones<S>) => {
  const toned: Partial<Record<S, StateTone>> = tones
  return (state: S): { tone: StateTone; text: string } => ({
    tone: toned[state] ?? 'waiting',
    text: words[state],
  })
}
