import { Suspense, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import type { Suggesting } from './site-suggestions.tsx'
import { useVisiting } from '../../../lib/site.ts'
import { definePart } from '../../../ui/part.tsx'

// If the file does not load, the search box works without suggestions.
const SiteSuggestions = definePart(
  () => import('./site-suggestions.tsx'),
  () => {},
)

/**
 * One box for instruments and laboratories; it is emptied after a search. Enter searches instruments; a
 * suggestion opens its page directly.
 */
export function SiteSearch({ onAsked }: { onAsked?: () => void }) {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState(false)
  const [pointed, setPointed] = useState<string>()
  const suggesting = useRef<Suggesting>(null)
  const signedIn = useUser() !== null
  const navigate = useNavigate()
  const id = useId()
  const visiting = useVisiting()
  const sought = visiting ? '仪器名称' : '仪器/实验室名称'
  const go = (address: string) => {
    setWords('')
    setOpen(false)
    onAsked?.()
    void navigate(address)
  }
  const text = words.trim()
  const suggests = signedIn && open && text !== ''
  const findDevice = () => go(to('/osp/share-platform', { deviceName: text }))
  return (
    <form
      role="search"
      className="site-search"
      onSubmit={(e) => {
        e.preventDefault()
        findDevice()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {sought}
      </label>
      <input
        id={id}
        type="search"
        role="combobox"
        aria-expanded={suggests && pointed !== undefined}
        aria-controls={`${id}-hits`}
        aria-autocomplete="list"
        aria-activedescendant={suggests ? pointed : undefined}
        value={words}
        maxLength={100}
        placeholder={sought}
        autoComplete="off"
        onChange={(e) => {
          setWords(e.target.value)
          setOpen(true)
        }}
        onKeyDown={(e) => {
          if (e.key === 'Escape') setOpen(false)
          else if (suggests) suggesting.current?.press(e)
        }}
        onBlur={() => setOpen(false)}
      />
      <button type="submit">找仪器</button>
      {!visiting && (
        <button type="button" onClick={() => go(to('/osp/laboratory', { labName: text }))}>
          找实验室
        </button>
      )}
      {suggests && (
        <Suspense fallback={null}>
          <SiteSuggestions
            id={`${id}-hits`}
            text={text}
            ref={suggesting}
            onChoose={(hit) => go(hit.to)}
            onPoint={setPointed}
          />
        </Suspense>
      )}
    </form>
  )
}
