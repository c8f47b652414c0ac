import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

const store = createStore<string | null>(null)
/** The stage of what the page is about, where it says one; else the stage bar goes by the page's address. */
export const useShownStage = (): string | null => useStore(store)

/** While the page is open, the stage bar shows how far that has come. */
export function useStage(title: string | null): void {
  useEffect(() => {
    store.set(title)
    return () => store.set(null)
  }, [title])
}
