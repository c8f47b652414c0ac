const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text for HTML or XML, as content or as the value of an attribute. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c)
