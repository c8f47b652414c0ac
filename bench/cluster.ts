import { parseArgs } from 'node:util'
import { startCluster } from './cluster/parts.ts'
import { proveCluster, type Proof } from './cluster/prove.ts'
import { hasNginx } from './cluster/proxy.ts'
import { machine, printTable, writeReport } from './report.ts'

// npm run cluster [-- [--port 3000] [--prove [--minutes 10] [--write]]]: runs on one machine what a large
// campus would have on several: nginx, two servers, PostgreSQL with a standby for reading lists, and a bucket
// for files if Swift is installed. `--prove`: kills each part once under load. `--write`: writes the result
// into docs/scale.md. Its data is in memory or below /tmp and is deleted afterwards.

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    prove: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    write: { type: 'boolean', default: false },
  },
})
if (!hasNginx) {
  console.error('需要 nginx（Debian：apt-get install nginx-light）。 nginx is needed.')
  process.exit(2)
}

const began = Date.now()
const tell = (line: string) =>
  console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`)
const cluster = await startCluster(tell, values.port ? Number(values.port) : values.prove ? undefined : 3000)
tell(
  `http://127.0.0.1:${cluster.port}: nginx, two servers, PostgreSQL and its standby, files in a ${cluster.files}`,
)

const show = ({ minutes, answered, kills, broken, kept }: Proof): string[] => [
  `${machine()}. ${minutes} minutes of work at all of it, each part killed once by SIGKILL: ${answered.read} lists and sums, ${answered.write} writes and ${answered.file} files were answered. Afterwards ${kept.topUps} top-ups, ${kept.bookings} bookings and ${kept.files} files that somebody was told of were there, each once; no half hour was booked twice, every card balanced, and the standby had the same rows. ${broken.length ? `**Broken: ${broken.length}.**` : 'Nothing failed outside the windows.'}`,
  printTable(
    ['Killed', 'may be felt for', 'was felt for', 'requests that failed'],
    kills.map(({ part, seconds, felt, failures }) => [
      part,
      `${seconds} s`,
      failures ? `${felt.toFixed(1)} s` : 'not at all',
      String(failures),
    ]),
  ),
]

const stop = () => void cluster.stop().then(() => process.exit(130))
process.once('SIGINT', stop).once('SIGTERM', stop)
if (values.prove) {
  let isKept = false
  try {
    const proof = await proveCluster(cluster, Number(values.minutes), tell)
    isKept = proof.broken.length === 0
    const parts = show(proof)
    console.log(`\n${parts.join('\n\n')}\n`)
    for (const line of [...new Set(proof.broken)].slice(0, 40)) console.log(`! ${line.slice(0, 300)}`)
    if (values.write) writeReport('cluster', parts, 'docs/scale.md')
  } finally {
    await cluster.stop()
  }
  process.exit(isKept ? 0 : 1)
}
