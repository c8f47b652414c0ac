import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { load, requestBytes } from './load.ts'
import { startServer } from './product.ts'
import { inQuiet } from './quiet.ts'
import { quietly } from './settings.ts'

// The maximum rates of this machine for the four operations that make up every figure, so that absolute
// targets can be scaled to another machine.

const SECONDS = 3
const run = promisify(execFile)

/** Raw argon2id hashes per second on all threads. */
export async function hashes(seconds: number): Promise<number> {
  const { stdout } = await run(process.execPath, [
    new URL('hash.ts', import.meta.url).pathname,
    String(seconds),
  ])
  return Number(stdout)
}

async function requests(): Promise<number> {
  const server = await startServer('bench/empty.ts', {})
  try {
    return (
      await load({
        port: server.port,
        clients: 16,
        seconds: SECONDS,
        request: () => requestBytes('GET', '/'),
      })
    ).rate
  } finally {
    await server.stop()
  }
}

/** Statements per second on one connection. */
async function statements(client: pg.Client, text: string): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let answered = 0
  for (; performance.now() < end; answered++) await client.query({ name: text, text })
  return answered / SECONDS
}

/** The rates as one line of text. Leaves nothing in the database. */
export async function rawRates(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table bench_commit (n int)')
  try {
    const figures: [string, () => Promise<number>][] = [
      ['argon2id hashes', () => hashes(SECONDS)],
      ['requests to an empty node:http handler (16 clients)', requests],
      ['`select 1` on one connection', () => statements(client, 'select 1')],
      ['fsynced commits on one connection', () => statements(client, 'insert into bench_commit values (1)')],
    ]
    const parts: string[] = []
    for (const [name, measure] of figures) {
      const { result, noisy } = await inQuiet(measure, { ...quietly, tries: 1 })
      parts.push(`${name} ${Math.round(result).toLocaleString('en')}/s${noisy ? ' (noisy)' : ''}`)
    }
    return `This machine alone: ${parts.join(', ')}. The machine the absolute targets were set on: 114 hashes/s, 7,730 weeks/s by A.`
  } finally {
    await client.query('drop table bench_commit')
    await client.end()
  }
}
