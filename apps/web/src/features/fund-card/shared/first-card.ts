/** The card to preselect: the only one, or the one used last if it is still usable. */
export const firstCard = (usable: readonly { id: number }[], last: number | null): number | null =>
  usable.length === 1 ? (usable[0]?.id ?? null) : (usable.find((c) => c.id === last)?.id ?? null)

const KEY = 'portal:last-card'
export const lastCard = () => Number(localStorage.getItem(KEY)) || null
export function rememberCard(id: number | undefined): void {
  if (id !== undefined) localStorage.setItem(KEY, String(id))
}
