/** The `id` of an address; null if it is missing or not a positive integer. */
export function readId(search: URLSearchParams): number | null {
  const id = Number(search.get('id') ?? '')
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
