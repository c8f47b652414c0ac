import { connect, connectAsync, MqttClient } from 'mqtt'
import { readFileSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { embeddedBroker } from './embedded.ts'
import { makeCertificate } from '../../testing/certificates.ts'
import type { GateDevices, Hearing } from './gate-devices.ts'

const pem = (name: string) => fileURLToPath(new URL(`../../testing/tls/${name}.pem`, import.meta.url))
let broker: GateDevices | undefined
afterEach(() => broker?.stop())
const start = async (
  port: number | null,
  secure?: { cert: string; key: string },
  lost = () => Promise.resolve(),
  admit: Hearing['admit'] = ({ gatewayId, password }) =>
    Promise.resolve(gatewayId === 7 && password?.toString() === 'right' ? { gatewayId, until: null } : null),
) => {
  broker = embeddedBroker({ host: '127.0.0.1', port, secure })
  await broker.start({
    admit,
    hear: () => Promise.resolve(),
    hearForeign: () => Promise.resolve(),
    lost,
    failed: () => undefined,
  })
  return broker
}
const mine = { username: '7', password: 'right', reconnectPeriod: 0 }

test('with a certificate it speaks TLS, and nothing else', async () => {
  const { port } = await start(0, { cert: pem('cert'), key: pem('key') })
  const client = await connectAsync(`mqtts://localhost:${port()}`, { ...mine, ca: readFileSync(pem('cert')) })
  await client.endAsync()
  await expect(connectAsync(`mqtts://localhost:${port()}`, mine)).rejects.toThrow(/self-signed/)
  const plain = connect(`mqtt://localhost:${port()}`, mine)
  const became = new Promise<string>((resolve) => {
    plain.once('close', () => resolve('closed'))
    plain.once('connect', () => resolve('admitted'))
  })
  expect(await became).toBe('closed')
  await plain.endAsync(true)
})

test('without a port nothing listens, and a line from within is taken', async () => {
  const started = await start(null)
  expect(started.port()).toBeNull()
  const within = new MqttClient(() => started.attach() as Duplex, { ...mine, clientId: 'within' })
  await new Promise<unknown>((resolve) => within.once('connect', resolve))
  await within.subscribeAsync('g/7/grants')
  await within.endAsync(true)
  const stranger = new MqttClient(() => started.attach() as Duplex, { ...mine, password: 'wrong' })
  const refused = await new Promise<Error>((resolve) => stranger.once('error', resolve))
  expect(refused.message).toMatch(/Not authorized|Bad username/)
  await stranger.endAsync(true)
})

test('whoever stops waits until it is written down whose lines broke', async () => {
  const written: string[] = []
  const started = await start(0, undefined, async () => {
    await sleep(100)
    written.push('lost')
  })
  const client = await connectAsync(`mqtt://127.0.0.1:${started.port()}`, mine)
  // The client is admitted once the broker has answered it.
  await client.subscribeAsync('g/7/grants')
  await started.stop()
  expect(written).toEqual(['lost'])
  await client.endAsync(true)
})

test('whoever shows a certificate is who it was bound to, until it lapses', async () => {
  const own = makeCertificate('factory 4711')
  let lapses = 0
  const { port } = await start(0, { cert: pem('cert'), key: pem('key') }, undefined, (claim) => {
    if (claim.fingerprint?.toString('hex') !== own.fingerprint) return Promise.resolve(null)
    lapses = Date.now() + 500
    return Promise.resolve({ gatewayId: 7, until: new Date(lapses) })
  })
  const ca = readFileSync(pem('cert'))
  const come = (shown: object) =>
    connectAsync(`mqtts://localhost:${port()}`, { ca, reconnectPeriod: 0, ...shown })
  await expect(come({})).rejects.toThrow(/Not authorized/)
  await expect(come(makeCertificate('factory 4711'))).rejects.toThrow(/Not authorized/)
  await expect(come({ cert: own.cert, key: makeCertificate('x').key })).rejects.toThrow()
  // Time stands still until he is in: a busy machine could take longer to answer him than his half second.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  try {
    const client = await come(own)
    const closed = new Promise((resolve) => client.once('close', () => resolve(Date.now())))
    vi.advanceTimersByTime(499)
    await client.subscribeAsync('g/7/grants') // he is still heard
    vi.advanceTimersByTime(1)
    expect(await closed).toBe(lapses)
  } finally {
    vi.useRealTimers()
  }
})

test('put out while he is judged, he is judged once more', async () => {
  let asked = 0
  const started: GateDevices = await start(0, undefined, undefined, () => {
    // The credentials are void by the time the answer arrives.
    if (++asked === 1) started.putOut(7)
    return Promise.resolve(asked === 1 ? { gatewayId: 7, until: null } : null)
  })
  await expect(connectAsync(`mqtt://127.0.0.1:${started.port()}`, mine)).rejects.toThrow(/Not authorized/)
  expect(asked).toBe(2)
})
