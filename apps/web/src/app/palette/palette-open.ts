import { createStore } from '../../lib/store.ts'

/** Whether the palette (search for anything by name) is open. */
export const paletteOpen = createStore(false)
