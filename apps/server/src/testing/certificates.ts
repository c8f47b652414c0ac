import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

// Makes X.509 certificates (DER) for tests, because Node.js reads them but cannot make them. Keys are P-256.

const DAY_MS = 86_400_000

export interface Made {
  /** PEM of the certificate and of its key. */
  cert: string
  key: string
  /** SHA-256 of the certificate, lower case. */
  fingerprint: string
}

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
/** Takes the encoded bytes of an object identifier, not its dotted form. */
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(identifier('2a8648ce3d040302'))
const BASIC_CONSTRAINTS = identifier('551d13')
const YES = Buffer.from([0x01, 0x01, 0xff])
const makeName = (name: string) =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))))
const makeTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const makePem = (label: string, content: Buffer) =>
  `-----BEGIN ${label}-----\n${(content.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`

export interface Authority extends Made {
  issue(name: string, dates?: Dates): Made
}
interface Dates {
  from?: Date
  to?: Date
  /** The bits of an RSA key; without it the key is P-256. */
  rsaBits?: number
}

function make(
  name: string,
  { from = new Date(Date.now() - DAY_MS), to = new Date(Date.now() + 30 * DAY_MS), rsaBits }: Dates,
  isAuthority: boolean,
  issuer?: { name: string; key: KeyObject },
): Made & { secret: KeyObject } {
  const { publicKey, privateKey } = rsaBits
    ? generateKeyPairSync('rsa', { modulusLength: rsaBits })
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    makeName(issuer?.name ?? name),
    sequence(makeTime(from), makeTime(to)),
    makeName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(sequence(BASIC_CONSTRAINTS, YES, der(0x04, isAuthority ? sequence(YES) : sequence()))),
    ),
  )
  const signature = sign('sha256', body, issuer?.key ?? privateKey)
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  return {
    cert: makePem('CERTIFICATE', whole),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(whole).digest('hex'),
    secret: privateKey,
  }
}

/** A self-signed certificate, as a gateway makes it (P-256 only: RSA only where another key signs). */
export const makeCertificate = (name: string, dates: Dates = {}): Made => make(name, dates, false)

/** The same certificate with a key of an algorithm that nobody knows. */
export function withUnknownKey(cert: string): string {
  const whole = Buffer.from(cert.replaceAll(/-----.*-----|\s/g, ''), 'base64')
  const at = whole.indexOf(EC_PUBLIC_KEY)
  if (at < 0) throw new Error('it has no P-256 key')
  whole[at + EC_PUBLIC_KEY.length - 1] = 0x7f
  return makePem('CERTIFICATE', whole)
}
const EC_PUBLIC_KEY = Buffer.from('06072a8648ce3d0201', 'hex')

export function makeAuthority(name: string): Authority {
  const mine = make(name, {}, true)
  return { ...mine, issue: (of, dates = {}) => make(of, dates, false, { name, key: mine.secret }) }
}
