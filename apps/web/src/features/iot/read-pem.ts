/** Larger files are not certificates. */
const MOST_BYTES = 32_768
/** First byte of a DER file, as `.cer` files often are. */
const SEQUENCE = 0x30

/** Reads a certificate from a PEM or DER file as text. Null if it is none. */
export async function readPem(file: Blob): Promise<string | null> {
  if (file.size === 0 || file.size > MOST_BYTES) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] !== SEQUENCE) return new TextDecoder().decode(bytes).trim()
  const base64 = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n')
}
