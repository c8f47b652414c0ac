import { Suspense, useEffect } from 'react'
import { session, useUser } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { Icon } from '../../ui/icon.tsx'
import { definePart } from '../../ui/part.tsx'
import { paletteOpen } from './palette-open.ts'

const Palette = definePart(
  () => import('./palette.tsx'),
  ({ onLeave }) => onLeave(),
)

/** Ctrl+K (⌘K) opens the palette for signed-in users. Its code is loaded at first use. */
export function PaletteDoor() {
  const open = useStore(paletteOpen)
  const signedIn = useUser() !== null
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== 'k' || !(e.ctrlKey || e.metaKey) || e.altKey || e.shiftKey) return
      if (!session.user()) return
      e.preventDefault()
      paletteOpen.set(!paletteOpen.get())
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!open || !signedIn) return null
  return (
    <Suspense fallback={null}>
      <Palette onLeave={() => paletteOpen.set(false)} />
    </Suspense>
  )
}

/** Opens the palette by mouse. */
export const PaletteButton = () => (
  <button
    type="button"
    className="front-icon"
    aria-label="快速查找（Ctrl+K）"
    title="快速查找（Ctrl+K）"
    aria-haspopup="dialog"
    onClick={() => paletteOpen.set(true)}
  >
    <Icon name="search" />
  </button>
)
