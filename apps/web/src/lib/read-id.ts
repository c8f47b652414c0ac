/** The number in an address; `null` if there is none, or one that could be nobody's. */
export function readId(search: URLSearchParams): number | null {
  const id = Number(search.get('id') ?? '')
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
