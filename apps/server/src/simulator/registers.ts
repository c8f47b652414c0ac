import { connectAsync } from 'mqtt'

// A simulated meter with a relay on a bus, behind a DTU of another maker. The DTU relays whole Modbus RTU
// answers as hexadecimal digits in JSON, and writes what it receives to the bus. It has no signatures, no
// sequence numbers and no grants.

export interface BusMeter {
  isOn(): boolean
  /** Polls the bus now and sends the answer; it also does so every 10 seconds. */
  tell(): Promise<void>
  /** Simulates noise on the bus: one bit of the answer flips. */
  garble(): Promise<void>
  stop(): Promise<void>
}

const TELL_MS = 10_000
const READ = 0x03
const WRITE_COIL = 0x05
const ON = 0xff00

/** Appends the Modbus CRC, computed bit by bit from the standard's polynomial as in such meters. */
function seal(bytes: readonly number[]): Buffer {
  let crc = 0xffff
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++) {
      const carry = (crc ^ (byte >> bit)) & 1
      crc = (crc >> 1) ^ (carry ? 0xa001 : 0)
    }
  return Buffer.from([...bytes, crc & 0xff, crc >> 8])
}

/**
 * Starts a meter with registers 0 to 6: volts (×10), amps (×100), watts (32 bits, signed), kWh (×100, 32
 * bits, low word first), and the relay in bit 0.
 */
export async function startBusMeter(
  url: string,
  account: { user: string; password: string; prefix: string },
  { unit = 1, slave = 1, watts = 924 } = {},
): Promise<BusMeter> {
  const client = await connectAsync(url, {
    clientId: `dtu-${account.user}`,
    username: account.user,
    password: account.password,
    reconnectPeriod: 1000,
  })
  client.on('error', () => undefined)
  let on = false
  let hundredths = 12_345_678
  function answer(): Buffer {
    const power = on ? watts : 0
    const data = Buffer.alloc(14)
    data.writeUInt16BE(2200, 0)
    data.writeUInt16BE(Math.round((power / 220) * 100), 2)
    data.writeInt32BE(power, 4)
    data.writeUInt16BE(hundredths & 0xffff, 8)
    data.writeUInt16BE(hundredths >>> 16, 10)
    data.writeUInt16BE(on ? 1 : 0, 12)
    return seal([slave, READ, data.length, ...data])
  }
  const relay = (frame: Buffer) =>
    client
      .publishAsync(`${account.prefix}up/${unit}`, JSON.stringify({ port: 1, data: frame.toString('hex') }), {
        qos: 1,
      })
      .then(() => undefined)
  const tell = () => {
    if (on) hundredths += 1
    return relay(answer())
  }
  /** Obeys a frame. As on a real bus, frames for other slaves or with a bad CRC are ignored. */
  function obey(text: string): boolean {
    const frame = Buffer.from(text, 'hex')
    if (frame.length !== 8 || frame[0] !== slave || frame[1] !== WRITE_COIL) return false
    if (!seal([...frame.subarray(0, 6)]).equals(frame)) return false
    on = frame.readUInt16BE(4) === ON
    return true
  }
  client.on('message', (topic, payload) => {
    if (topic === `${account.prefix}down/${unit}` && obey(payload.toString()))
      void tell().catch(() => undefined)
  })
  await client.subscribeAsync(`${account.prefix}down/#`, { qos: 1 })
  await tell()
  const timer = setInterval(() => void tell().catch(() => undefined), TELL_MS)
  return {
    isOn: () => on,
    tell,
    garble() {
      const frame = answer()
      frame[5] = (frame[5] ?? 0) ^ 0x10
      return relay(frame)
    },
    async stop() {
      clearInterval(timer)
      await client.endAsync(true)
    },
  }
}

/** The Modbus frame, in hexadecimal, that switches its relay. */
export const writeRelay = (slave: number, on: boolean): string =>
  seal([slave, WRITE_COIL, 0, 0, on ? 0xff : 0, 0])
    .toString('hex')
    .toUpperCase()
