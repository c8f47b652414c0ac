import { setTimeout as sleep } from 'node:timers/promises'
import { makeToken } from '../prepare.ts'
import { residentMb } from '../process.ts'
import { startProduct } from '../product.ts'
import { POOL } from '../settings.ts'
import type { Row, Work } from './work.ts'

// The export of all uses as one file, and the server's memory meanwhile.

const GROWTH_MB = 60

export const exportAll: Work = {
  name: 'export',
  apart: true,
  async run({ reading: { url, campus } }) {
    const [asked] = await campus.sql<{ office: string; clerk: string; uses: number; entries: number }>(
      `select (select id from user_account where username = 'equipoffice') as office,
        (select id from user_account where username = 'finance') as clerk,
        (select count(*)::int from use_current) as uses,
          (select count(*)::int from finance_entry) as entries`,
    )
    if (!asked) throw new Error('counts always answer')
    const product = await startProduct({ databaseUrl: url, pool: POOL })
    const rows: Row[] = []
    try {
      for (const format of ['xlsx', 'csv', 'entries'] as const) {
        const [who, path, count] =
          format === 'entries'
            ? [asked.clerk, 'finance-report/entry/export?', asked.entries]
            : [asked.office, `statistics/uses/export?format=${format}&`, asked.uses]
        const span = `from=2017-01-01&to=${new Date().toISOString().slice(0, 10)}&scope=all`
        const before = residentMb(product.pid)
        const begin = performance.now()
        const answer = await fetch(`${product.url}/api/v2/${path}${span}`, {
          headers: { authorization: makeToken(Number(who)) },
        })
        if (answer.status !== 200 || !answer.body) throw new Error(`${path}: ${answer.status}`)
        let bytes = 0
        const held: number[] = []
        let looked = 0
        for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
          bytes += part.length
          if (performance.now() - looked < 100) continue
          looked = performance.now()
          held.push(residentMb(product.pid))
        }
        const seconds = (performance.now() - begin) / 1000
        await sleep(1000)
        // The first tenth is warm-up: loading code, and growth of the young heap.
        const later = held.slice(Math.ceil(held.length / 10))
        const [first = 0, most] = [later[0], Math.max(...later)]
        rows.push({
          work: `export of ${count.toLocaleString('en')} rows: ${format === 'entries' ? 'finance’s entries' : `uses as ${format}`}`,
          clients: 1,
          product: `${Math.round(count / seconds).toLocaleString('en')} rows/s, ${(bytes / 2 ** 20).toFixed(0)} MB; RSS ${before.toFixed(0)} → at most ${most.toFixed(0)} → ${residentMb(product.pid).toFixed(0)} MB`,
          a: '',
          b: '',
          ratio: `${(most - first).toFixed(0)} MB more than after a tenth of it`,
          target: `≤ ${GROWTH_MB} MB more`,
          reached: most - first <= GROWTH_MB,
          noisy: 0,
        })
      }
    } finally {
      await product.stop()
    }
    return rows
  },
}
