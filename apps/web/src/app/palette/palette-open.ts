import { createStore } from '../../lib/store.ts'

/** Whether the box that finds anything by its name stands open. */
export const paletteOpen = createStore(false)
