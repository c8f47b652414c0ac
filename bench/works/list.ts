import { anybody, personOf, type Campus } from '../campus.ts'
import { startSides } from '../compare.ts'
import type { Task } from '../task.ts'
import { versus } from './versus.ts'
import type { Work } from './work.ts'

/** What people type: parts of names, pinyin, initials, a brand. */
const terms = ['扫描电镜', '电子', '光谱', '质谱仪', '显微镜', 'dianjing', 'smdj', '色谱', 'X射线', '核磁', '离心机', '激光', '测试', 'guangpu', '分析', '02']

export const listTask = (campus: Campus): Task => ({
  name: 'list',
  // The second statement names the devices that the first one found.
  variants: terms.length,
  status: 200,
  sample(i) {
    const { token, tokenHash, userId } = personOf(campus, i)
    return { method: 'GET', path: `/api/v2/device/list?${new URLSearchParams({ deviceName: terms[i % terms.length] ?? '' }).toString()}`, token, values: { userId, tokenHash } }
  },
  pgbench: { set: [anybody.set(campus)], values: anybody.values },
})

export const list: Work = {
  name: 'list',
  async run({ reading: { url, campus } }) {
    const sides = await startSides(url, listTask(campus))
    try {
      return await versus('device list: name filter, exact total', sides, {
        text: '≥ 0.6 of A and, from 16 clients, ≥ 800/s',
        reached: (product, a, clients) => product.rate >= 0.6 * a.rate && (clients < 16 || product.rate >= 800),
      })
    } finally {
      await sides.close()
    }
  },
}
