/** Addresses that a link may have: other sites, mail, telephone, and pages of the portal. */
export const isAddress = (address: string): boolean =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i.test(address)

/** Completes a typed address: `www.example.edu` means https. Undefined if it is no address. */
export function addressFrom(typed: string): string | undefined {
  const text = typed.trim()
  if (isAddress(text)) return text
  if (/^[\w.+-]+@[\w.-]+\.\w+$/.test(text)) return `mailto:${text}`
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?$/.test(text) ? `https://${text}` : undefined
}
