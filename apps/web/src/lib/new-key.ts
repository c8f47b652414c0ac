/** A random key. `crypto.randomUUID` needs https or localhost; a campus network may have neither. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  )
}
