import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const root = new URL('../', import.meta.url)

export function machine(postgres = '18'): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, PostgreSQL ${postgres} (fsync on)`
}

export const printTable = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/**
 * Writes figures between the markers of a page: whole tables into docs/bench.md, short ones into the README.
 */
export function writeReport(marker: string, parts: string[], page = 'docs/bench.md'): void {
  const file = new URL(page, root)
  const begin = `<!-- ${marker} -->`
  const end = `<!-- /${marker} -->`
  const text = readFileSync(file, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${marker}`)
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n${parts.join('\n\n')}\n${text.slice(to)}`)
}
