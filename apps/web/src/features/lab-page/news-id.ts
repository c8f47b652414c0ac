/** Links name a piece of news `dynamicId` or `id` (specification §3); null: none that could be one. */
export function newsIdIn(search: URLSearchParams): number | null {
  const id = Number(search.get('dynamicId') ?? search.get('id'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
