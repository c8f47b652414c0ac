import { useEffect } from 'react'
import type { StageReached } from '@portal/contract/purchase/stage'
import { createStore, useStore } from './store.ts'

const store = createStore<StageReached | null>(null)
/** The stage of what the page is about, where it says one; else the stage bar goes by the page's address. */
export const useShownStage = (): StageReached | null => useStore(store)

/** While the page is open, the stage bar shows how far that has come. */
export function useStage(reached: StageReached | null | undefined): void {
  useEffect(() => {
    store.set(reached ?? null)
    return () => store.set(null)
  }, [reached])
}
