/** The id of a news item, from `dynamicId` or `id`; null if neither is valid. */
export function newsIdIn(search: URLSearchParams): number | null {
  const id = Number(search.get('dynamicId') ?? search.get('id'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
