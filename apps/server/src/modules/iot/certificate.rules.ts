import type { iotRefusals } from '@portal/contract/iot/iot'
import { X509Certificate, type KeyObject } from 'node:crypto'

// Checks a certificate that the office binds to a gateway. The issuer
// is not checked, because the gateway is recognised by the fingerprint.

export interface Certificate {
  fingerprint: Buffer
  subject: string
  /** The first CN of the subject, as brokers that identify clients by name read it. */
  name: string | null
  serial: string
  validFrom: Date
  validTo: Date
}
type Fault = Extract<keyof typeof iotRefusals, `CERTIFICATE_${string}`>

const LEAST_BITS = { rsa: 2048, 'rsa-pss': 2048, ec: 256 } as const
const curves: Readonly<Record<string, number>> = {
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
}
function isStrong({ asymmetricKeyType: type, asymmetricKeyDetails: about }: KeyObject): boolean {
  if (type === 'rsa' || type === 'rsa-pss') return (about?.modulusLength ?? 0) >= LEAST_BITS[type]
  if (type === 'ec') return (curves[about?.namedCurve ?? ''] ?? 0) >= LEAST_BITS.ec
  return type === 'ed25519' || type === 'ed448'
}
const countBlocks = (pem: string) => pem.split('-----BEGIN ').length - 1

export function judgeCertificate(pem: string, now: Date): Certificate | Fault {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) return 'CERTIFICATE_SECRET'
  // Node reads other formats too; an office that pastes something other than PEM has taken the wrong file.
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return 'CERTIFICATE_UNREADABLE'
  if (countBlocks(pem) > 1) return 'CERTIFICATE_SEVERAL'
  let found: X509Certificate
  let key: KeyObject
  try {
    found = new X509Certificate(pem)
    // Read by OpenSSL only when it is asked for; a damaged one throws.
    key = found.publicKey
  } catch {
    return 'CERTIFICATE_UNREADABLE'
  }
  const [validFrom, validTo] = [new Date(found.validFrom), new Date(found.validTo)]
  if (!(validFrom < validTo)) return 'CERTIFICATE_UNREADABLE'
  if (validTo <= now) return 'CERTIFICATE_LAPSED'
  if (validFrom > now) return 'CERTIFICATE_EARLY'
  if (!isStrong(key)) return 'CERTIFICATE_WEAK'
  return {
    fingerprint: Buffer.from(found.fingerprint256.replaceAll(':', ''), 'hex'),
    subject: listLines(found.subject).join('，').slice(0, 300) || '（无）',
    name:
      listLines(found.subject)
        .find((l) => l.startsWith('CN='))
        ?.slice(3) ?? null,
    serial: found.serialNumber.slice(0, 64),
    validFrom,
    validTo,
  }
}
/** The subject is untrusted text: invisible characters are removed before it is stored. */
const listLines = (subject: string | undefined): string[] =>
  (subject ?? '').split('\n').map((line) => line.replaceAll(/\p{C}/gu, '').trim())
