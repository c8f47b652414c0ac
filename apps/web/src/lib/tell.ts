import { createStore } from './store.ts'

/**
 * Messages and yes/no questions for the user. This file only stores them; `ui/voice.tsx` draws them. So the
 * front page needs no component library and `send.ts` needs no React.
 */
export type Tone = 'success' | 'info' | 'warning' | 'error'

export interface Message {
  id: number
  tone: Tone
  text: string
  /** Further lines, such as the reasons of a refusal. */
  lines: readonly string[]
  requestId?: string | undefined
  durationMs: number
}

export interface ReasonAsked {
  label: string
  required?: boolean
  /** Ready-made sentences to pick instead of typing. */
  picks?: readonly string[]
  maxLength?: number
  /** It is one line, and Enter agrees; `tel` opens the number keys of a phone. */
  line?: 'text' | 'tel'
  /** Initial text, such as what was typed before a refusal. */
  start?: string
}
export interface QuestionAsked {
  title: string
  /** The consequences. */
  text?: string
  /** Button text that names the action: 删除 3 条, not 确定. */
  ok: string
  cancel?: string
  danger?: boolean
}
export interface Question extends QuestionAsked {
  id: number
  reason?: ReasonAsked
  answer(yes: boolean, reason: string): void
}

export const messages = createStore<readonly Message[]>([])
export const questions = createStore<readonly Question[]>([])

let last = 0
type Extra = Partial<Pick<Message, 'lines' | 'requestId' | 'durationMs'>>

export function say(tone: Tone, text: string, extra: Extra = {}): void {
  const same = messages.get().find((m) => m.text === text && m.tone === tone)
  if (same) dismiss(same.id) // shown once, with a new time
  const message = { id: ++last, tone, text, lines: [], durationMs: tone === 'error' ? 8000 : 4000, ...extra }
  messages.set([...messages.get().slice(-4), message])
}
export const dismiss = (id: number): void => messages.set(messages.get().filter((m) => m.id !== id))

/** Asks and waits. A question already on screen is not shown twice: both callers get its answer. */
export function ask(q: QuestionAsked): Promise<boolean> {
  return new Promise((resolve) => put(q, (yes) => resolve(yes)))
}
/** Asks for a reason. Null: the user declined. */
export function askReason(q: QuestionAsked & { reason: ReasonAsked }): Promise<string | null> {
  return new Promise((resolve) => put(q, (yes, reason) => resolve(yes ? reason : null)))
}

function put(q: QuestionAsked & { reason?: ReasonAsked }, heard: Question['answer']): void {
  const open = questions.get().find((other) => other.title === q.title && other.text === q.text)
  if (open) {
    const before = open.answer
    open.answer = (yes, reason) => (before(yes, reason), heard(yes, reason))
    return
  }
  const id = ++last
  const answer: Question['answer'] = (yes, reason) => {
    questions.set(questions.get().filter((other) => other.id !== id))
    heard(yes, reason)
  }
  questions.set([...questions.get(), { ...q, id, answer }])
}
