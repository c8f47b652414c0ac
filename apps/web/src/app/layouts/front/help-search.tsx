import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAsksSignIn } from '../../../lib/opens.ts'
import { to } from '../../../lib/paths.ts'
import { useDebounced } from '../../../lib/debounced.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useHelpSearch } from '../../shell.queries.ts'

/** The frame's help search: a small dialog that calls the guidance search while the user types. */
export function HelpSearch() {
  const [open, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!open) return
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [open])
  return (
    <>
      <button
        type="button"
        className="front-icon"
        aria-label="帮助搜索"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="help" />
      </button>
      {open && (
        <dialog
          ref={dialog}
          className="question help-search"
          aria-label="帮助搜索"
          onClose={() => setOpen(false)}
        >
          <Ask onLeave={() => dialog.current?.close()} />
        </dialog>
      )}
    </>
  )
}

function Ask({ onLeave }: { onLeave: () => void }) {
  const [words, setWords] = useState('')
  const keyword = useDebounced(useDeferredValue(words.trim()))
  const { hits, busy, failed } = useHelpSearch(keyword)
  const id = useId()
  const asksSignIn = useAsksSignIn()
  return (
    <>
      <header>
        <h2>帮助搜索</h2>
        <button type="button" className="x" aria-label="关闭" onClick={onLeave}>
          <Icon name="close" />
        </button>
      </header>
      <label htmlFor={id} className="sr-only">
        问题关键词
      </label>
      <input
        id={id}
        type="search"
        value={words}
        maxLength={100}
        placeholder="输入问题关键词，如：预约、结算、经费卡"
        onChange={(e) => setWords(e.target.value)}
      />
      <div role="status" className="help-hits">
        {busy && <p className="muted">正在搜索…</p>}
        {failed && <p className="muted">暂时无法搜索，请稍后重试</p>}
        {!busy && !failed && keyword && hits.length === 0 && (
          <p className="muted">没有找到与“{keyword}”有关的帮助</p>
        )}
        <ul>
          {hits.map((hit) => (
            <li key={hit.id}>
              <Link to={to('/osp/helper', { id: hit.id, keyword })} onClick={onLeave}>
                {hit.title}
              </Link>
              <p className="muted help-body">{hit.body}</p>
              {hit.link && (
                <Link to={hit.link} onClick={onLeave}>
                  {asksSignIn(hit.link) ? '登录后办理' : '前往办理'}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
      <p>
        <Link to="/osp/helper" onClick={onLeave}>
          打开帮助中心
        </Link>
      </p>
    </>
  )
}
