import type { Campus } from '../campus.ts'
import { startSides } from '../compare.ts'
import { searchTask } from './search.ts'
import { versus } from './versus.ts'
import type { Work } from './work.ts'

/** Search terms that people type: parts of names, pinyin, initials, a brand. */
const terms = [
  '扫描电镜',
  '电子',
  '光谱',
  '质谱仪',
  '显微镜',
  'dianjing',
  'smdj',
  '色谱',
  'X射线',
  '核磁',
  '离心机',
  '激光',
  '测试',
  'guangpu',
  '分析',
  '02',
]

export const listTask = (campus: Campus) => searchTask(campus, terms)

export const list: Work = {
  name: 'list',
  async run({ reading: { url, campus } }) {
    const sides = await startSides(url, listTask(campus), { least: true })
    try {
      return await versus('device list: name filter, exact total', sides, {
        text: '≥ 0.6 of A and, from 16 clients, ≥ 800/s',
        reached: (product, a, clients) =>
          product.rate >= 0.6 * a.rate && (clients < 16 || product.rate >= 800),
      })
    } finally {
      await sides.close()
    }
  },
}
