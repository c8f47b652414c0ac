/**
 * What a screen reads first, told from its address alone, so that it is asked for while the program is still loading.
 * A line is worth it only if the address is exactly what the page will ask for; otherwise it is asked twice.
 * Plain text on purpose: nothing of the contract's schemas may come along into boot.js.
 */
type First = (query: URLSearchParams) => string[]

export const firstData: Record<string, { open?: true; ask: First }> = {
  '/osp/home': { open: true, ask: () => ['/api/v2/home'] },
}
