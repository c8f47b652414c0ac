import { interleaved, startSides } from '../compare.ts'
import type { Measured } from '../load.ts'
import { searchTask } from './search.ts'
import type { Row, Work } from './work.ts'

/** Search terms grouped by length; each group has its own limit. */
export const searchTerms: Record<string, { terms: readonly string[]; most: number }> = {
  '1 character': { terms: ['电', '光', '仪', 'x', '测', '镜'], most: 10 },
  '2 characters': { terms: ['电镜', '光谱', '质谱', '色谱', '激光', '分析'], most: 4 },
  '3 to 6 characters': { terms: ['扫描电', '质谱仪', '透射电镜', '荧光显微镜', '扫描电子显微'], most: 4 },
  'long (names)': {
    terms: ['场发射扫描电子显微镜', '高分辨透射电子显微镜', '傅里叶变换红外光谱仪'],
    most: 4,
  },
  pinyin: { terms: ['dianjing', 'saomiao', 'guangpu', 'zhipuyi', 'sepu', 'jiguang'], most: 4 },
  initials: { terms: ['smdj', 'dj', 'gp', 'zpy', 'sp', 'xwj'], most: 4 },
  'no hit': { terms: ['量子计算机', 'qqqq', '天文望远镜甲', '没有这个', 'zzz', '龘龘'], most: 4 },
}

const times = (m: Measured) => `p50 ${m.p50.toFixed(1)}, p95 ${m.p95.toFixed(1)} ms`

export const tail: Work = {
  name: 'tail',
  async run({ reading: { url, campus } }) {
    const rows: Row[] = []
    for (const [name, { terms, most }] of Object.entries(searchTerms)) {
      const sides = await startSides(url, searchTask(campus, terms))
      try {
        const { sides: measured, noisy } = await interleaved([sides.all.product, sides.all.a], 1)
        const [product, a] = measured as [Measured, Measured]
        rows.push({
          work: `search tail, with total: ${name}`,
          clients: 1,
          product: times(product),
          a: times(a),
          b: '',
          ratio: `p95 ${(product.p95 / a.p95).toFixed(2)} × A`,
          target: `p95 ≤ ${most} ms`,
          reached: product.p95 <= most,
          noisy,
        })
      } finally {
        await sides.close()
      }
    }
    return rows
  },
}
