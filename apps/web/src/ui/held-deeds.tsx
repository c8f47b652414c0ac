import { useStore } from '../lib/store.ts'
import { held, release, undo, UNDO_MS, type Held } from '../lib/held.ts'
import { Icon } from './icon.tsx'
import './held-deeds.css'

/** Decisions that can still be undone, and those that failed. Rendered once, among the messages. */
export const HeldDeeds = () => useStore(held).map((h) => <Deed key={h.id} deed={h} />)

function Deed({ deed: h }: { deed: Held }) {
  const failed = h.state === 'failed'
  const failure = h.partly ? `${h.label}，部分没有生效` : `${h.label}没有生效`
  return (
    <li
      className="held"
      data-state={h.state}
      role={failed ? 'alert' : undefined}
      style={
        {
          '--tone': `var(--${failed ? 'refused' : 'active'})`,
          '--undo': `${UNDO_MS}ms`,
        } as React.CSSProperties
      }
    >
      <Icon name={failed ? 'warn' : 'back'} label={failed ? '错误' : '提示'} />
      <div>
        <b>{failed ? failure : h.state === 'sending' ? `正在${h.label}` : `即将${h.label}`}</b>
        <span className="held-title">{h.title}</span>
        {failed && <p>{h.why}</p>}
      </div>
      <div className="held-buttons">
        {failed && h.again && (
          <button type="button" onClick={() => void release(h.id)}>
            重试
          </button>
        )}
        {h.state !== 'sending' && (
          <button type="button" aria-keyshortcuts={failed ? undefined : 'Z'} onClick={() => undo(h.id)}>
            {failed ? '返回该项' : '撤销'}
          </button>
        )}
        {h.state === 'waiting' && (
          <button type="button" className="held-now" onClick={() => void release(h.id)}>
            立即生效
          </button>
        )}
      </div>
    </li>
  )
}
