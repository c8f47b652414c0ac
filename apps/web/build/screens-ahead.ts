import { screens, type FirstData, type Screen } from '../../../packages/contract/src/screens.ts'

/**
 * Which screens ask for their first data ahead of the program; `open`: also for somebody who is not signed
 * in.
 */
export type ScreensAhead = Partial<Record<string, [word: FirstData, open?: true]>>

/** Of the table itself, by its path: Vite then starts again when it changes. */
export const screensAhead: ScreensAhead = Object.fromEntries(
  Object.entries<Screen>(screens).flatMap(([path, { first, access }]) =>
    first ? [[path, access === 'public' ? [first, true] : [first]]] : [],
  ),
)
