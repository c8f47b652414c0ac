/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- a message only hears that it is read */
import { useEffect, useState } from 'react'
import { useStore } from '../lib/store.ts'
import { dismiss, messages, questions, type Message } from '../lib/tell.ts'
import { HeldDeeds } from './held-deeds.tsx'
import { Icon, type IconName } from './icon.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import './voice.css'

const look: Record<Message['tone'], { icon: IconName; color: string; word: string }> = {
  success: { icon: 'check', color: 'var(--done)', word: '成功' },
  info: { icon: 'info', color: 'var(--active)', word: '提示' },
  warning: { icon: 'warn', color: 'var(--waiting)', word: '警告' },
  error: { icon: 'warn', color: 'var(--refused)', word: '错误' },
}

/** Draws the messages and questions of `lib/tell.ts`. Rendered once, at the root. */
export function Voice() {
  const said = useStore(messages)
  const asked = useStore(questions)
  return (
    <>
      <ul className="voice no-print" aria-live="polite" aria-label="系统消息">
        {said.map((m) => (
          <Said key={m.id} message={m} />
        ))}
        <HeldDeeds />
      </ul>
      {asked[0] && <QuestionDialog key={asked[0].id} question={asked[0]} />}
    </>
  )
}

function Said({ message: m }: { message: Message }) {
  const { icon, color, word } = look[m.tone]
  // It stays while its button has the focus or a pointer has come to it: its number is copied, its reasons
  // read. A pointer that rests where it appears does not count: it would cover what lies there for good.
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(m.id), m.durationMs)
    return () => clearTimeout(timer)
  }, [m, held])
  return (
    <li
      style={{ '--tone': color } as React.CSSProperties}
      role={m.tone === 'error' ? 'alert' : undefined}
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icon} label={word} />
      <div>
        {m.text}
        {m.lines.length > 0 && (
          <ul>
            {m.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {m.requestId && <small>请求编号 {m.requestId}</small>}
      </div>
      <button type="button" aria-label="关闭消息" onClick={() => dismiss(m.id)}>
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
