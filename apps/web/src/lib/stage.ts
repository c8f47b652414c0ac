import { useEffect } from 'react'
import type { StageReached } from '@portal/contract/purchase/stage'
import { createStore, useStore } from './store.ts'

const store = createStore<StageReached | null>(null)
/**
 * The purchase stage that the page reports; null if it reports none, then the stage bar uses the page's
 * address.
 */
export const useShownStage = (): StageReached | null => useStore(store)

/** Shows in the stage bar how far this purchase is, while the page is open. */
export function useStage(reached: StageReached | null | undefined): void {
  useEffect(() => {
    store.set(reached ?? null)
    return () => store.set(null)
  }, [reached])
}
