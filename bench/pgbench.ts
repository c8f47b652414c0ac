import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured } from './load.ts'
import type { Recording, Value } from './record.ts'
import type { Sample, Task } from './task.ts'

// Side B: the same statements without a web server. pgbench is in Debian's postgresql-contrib; without it the
// column says that it is missing.

export const pgbenchVersion = (): string | undefined =>
  spawnSync('pgbench', ['--version'], { encoding: 'utf8' }).stdout?.match(/[\d.]+/)?.[0]

/** Escapes a literal. A colon would begin a pgbench variable, even inside quotes. */
const quote = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`
function literal(value: Value): string {
  if (value === null) return 'null'
  if (Array.isArray(value))
    return quote(
      `{${value.map((v) => (v === null ? 'null' : `"${String(v).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`,
    )
  return typeof value === 'string'
    ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? `${quote(value)}::timestamptz`
      : quote(value)
    : String(value)
}

/**
 * A recording as a pgbench script, one statement after the other. Values inside longer ones (JSON) stay as
 * recorded.
 */
function findScript(
  { statements, returned }: Recording,
  recorded: Sample['values'],
  pgbench: Task['pgbench'],
): string {
  const known = new Map(
    Object.entries(recorded).map(([name, value]) => [String(value), pgbench.values[name]]),
  )
  if (returned) known.set(String(returned.value), `:${returned.column}`)
  const lines = statements.map(({ text, values }, i) => {
    const expressions = values.map(
      (value) => (Array.isArray(value) ? undefined : known.get(String(value))) ?? literal(value),
    )
    const sql = text
      // Statements go on one line, where a comment would hide the rest.
      .replaceAll(/^ *--.*$/gm, '')
      .replace(/\$(\d+)/g, (_, n: string) => `(${expressions[Number(n) - 1] ?? 'null'})`)
      .replaceAll(/\s*\n\s*/g, ' ')
    return i === returned?.statement ? `${sql} \\gset` : `${sql};`
  })
  return [...pgbench.set.map((line) => `\\set ${line}`), ...lines].join('\n')
}

/** `recordings`: those of the first samples, one for each variant. */
export function createPgbench(url: string, recordings: readonly Recording[], task: Task) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pgbench-'))
  const scripts = recordings.map((recording, i) => {
    const file = join(folder, `${i}.sql`)
    writeFileSync(file, findScript(recording, task.sample(i).values, task.pgbench))
    return ['-f', file]
  })
  async function runOnce(clients: number, seconds: number): Promise<string> {
    const child = spawn(
      'pgbench',
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-T',
        String(Math.max(1, Math.round(seconds))),
        ...scripts.flat(),
        url,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await new Promise((resolve) => child.once('close', resolve))
    return output
  }
  return {
    async run(clients: number, seconds: number): Promise<Measured> {
      let output = await runOnce(clients, seconds)
      // pgbench draws people and times at random; after some ten thousand bookings it sometimes draws a
      // person twice for one time. The refusal ends that connection and the round, so the round is repeated.
      for (let again = 0; again < 5 && /ERROR: +nothing was written/.test(output); again++)
        output = await runOnce(clients, seconds)
      // Without a rate pgbench could not connect all clients.
      const rate = Number(/^tps = ([\d.]+)/m.exec(output)?.[1] ?? 0)
      if (/aborted|ERROR/.test(output)) throw new Error(`pgbench: ${output.slice(0, 2000)}`)
      const latency = Number(/latency average = ([\d.]+)/.exec(output)?.[1])
      return { rate, p50: latency, p95: Number.NaN, p99: Number.NaN, answers: 0 }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
