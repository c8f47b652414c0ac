import type { Register } from '@portal/contract/iot/mapping'

// Figures in registers of a bus (Modbus), as a DTU relays them: bytes as hexadecimal digits or Base64, either
// the registers alone or the whole answer of a slave. The code only reads bytes at positions (decision 114).

export type Read = { value: number } | { why: string }

/** No bus answers with more bytes at once; a longer text is something else. */
const MOST_BYTES = 2048
/** Bytes of a Modbus RTU answer before the registers (slave, function, count) and after them (checksum). */
const HEAD = 3
const SUM = 2
const READ_FUNCTIONS = [1, 2, 3, 4]

function decode(text: string, encoding: Register['encoding']): Buffer | undefined {
  const said = encoding === 'hex' ? text.replaceAll(/[\s:,-]|0x/gi, '') : text.trim()
  if (said === '' || said.length > MOST_BYTES * 2) return undefined
  const isWhole =
    encoding === 'hex'
      ? said.length % 2 === 0 && /^[0-9a-f]+$/i.test(said)
      : /^[A-Za-z0-9+/]+={0,2}$/.test(said) && said.length % 4 === 0
  return isWhole ? Buffer.from(said, encoding) : undefined
}

/** CRC-16 of Modbus. */
export function sum(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** The registers in the answer of this slave. */
function unwrap(frame: Buffer, slave: number): Buffer | { why: string } {
  const count = frame[2] ?? 0
  if (frame[0] !== slave) return { why: `报文不是从站 ${slave} 的` }
  if ((frame[1] ?? 0) >= 0x80) return { why: `从站报错，代码 ${count}` }
  if (!READ_FUNCTIONS.includes(frame[1] ?? 0)) return { why: '报文不是读寄存器的应答' }
  if (frame.length !== HEAD + count + SUM) return { why: '报文长度与字节数不符' }
  const end = frame.length - SUM
  return sum(frame.subarray(0, end)) === frame.readUInt16LE(end)
    ? frame.subarray(HEAD, end)
    : { why: '报文校验不正确' }
}

export function readRegister(r: Register, text: string): Read {
  const bytes = decode(text, r.encoding)
  if (!bytes) return { why: r.encoding === 'hex' ? '不是十六进制报文' : '不是 Base64 报文' }
  const registers = r.slave === null ? bytes : unwrap(bytes, r.slave)
  if (!Buffer.isBuffer(registers)) return registers
  const place = (r.at - r.first) * 2
  const isLong = r.type === 'u32' || r.type === 's32' || r.type === 'f32'
  if (place + (isLong ? 4 : 2) > registers.length) return { why: `报文中没有寄存器 ${r.at}` }
  if (r.type === 'u16') return { value: registers.readUInt16BE(place) }
  if (r.type === 's16') return { value: registers.readInt16BE(place) }
  if (r.type === 'bit') return { value: (registers.readUInt16BE(place) >> r.bit) & 1 }
  const [one, two] = [registers.subarray(place, place + 2), registers.subarray(place + 2, place + 4)]
  const long = Buffer.concat(r.order === 'high' ? [one, two] : [two, one])
  if (r.type === 'u32') return { value: long.readUInt32BE() }
  return { value: r.type === 's32' ? long.readInt32BE() : long.readFloatBE() }
}
