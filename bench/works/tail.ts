import { personOf, type Campus } from '../campus.ts'
import { load, requestBytes } from '../load.ts'
import { startProduct } from '../product.ts'
import { inQuiet } from '../quiet.ts'
import { ROUNDS, SECONDS, quietly } from '../settings.ts'
import type { Row, Work } from './work.ts'

/** Terms by their length, as people type them; each group has to be quick by itself. */
const groups: Record<string, { terms: readonly string[]; most: number }> = {
  '1 character': { terms: ['电', '光', '仪', 'x', '测', '镜'], most: 10 },
  '2 characters': { terms: ['电镜', '光谱', '质谱', '色谱', '激光', '分析'], most: 4 },
  '3 to 6 characters': { terms: ['扫描电', '质谱仪', '透射电镜', '荧光显微镜', '扫描电子显微'], most: 4 },
  'long (names)': { terms: ['场发射扫描电子显微镜', '高分辨透射电子显微镜', '傅里叶变换红外光谱仪'], most: 4 },
  pinyin: { terms: ['dianjing', 'saomiao', 'guangpu', 'zhipuyi', 'sepu', 'jiguang'], most: 4 },
  initials: { terms: ['smdj', 'dj', 'gp', 'zpy', 'sp', 'xwj'], most: 4 },
  'no hit': { terms: ['量子计算机', 'qqqq', '天文望远镜甲', '没有这个', 'zzz', '龘龘'], most: 4 },
}

const bytes = (campus: Campus, terms: readonly string[], i: number) =>
  requestBytes('GET', `/api/v2/device/list?${new URLSearchParams({ deviceName: terms[i % terms.length] ?? '' }).toString()}`, { token: personOf(campus, i).token })

export const tail: Work = {
  name: 'tail',
  async run({ reading: { url, campus } }) {
    const product = await startProduct({ databaseUrl: url })
    const rows: Row[] = []
    try {
      for (const [name, { terms, most }] of Object.entries(groups)) {
        const p95s: number[] = []
        let noisy = 0
        for (let round = 0; round < ROUNDS; round++) {
          const { result, noisy: disturbed } = await inQuiet(() => load({ port: product.port, clients: 1, seconds: SECONDS / 2, request: (i) => bytes(campus, terms, i) }), quietly)
          p95s.push(result.p95)
          noisy += Number(disturbed)
        }
        const p95 = p95s.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
        rows.push({ work: `search tail, with total: ${name}`, clients: 1, product: `p95 ${p95.toFixed(1)} ms`, a: '', b: '', ratio: '', target: `p95 ≤ ${most} ms`, reached: p95 <= most, noisy })
      }
      return rows
    } finally {
      await product.stop()
    }
  },
}
