import { startSides } from '../compare.ts'
import { sizes } from '../data.ts'
import { makeToken } from '../prepare.ts'
import { FEW_CLIENTS, quick } from '../settings.ts'
import type { Task } from '../task.ts'
import { versus, type Target } from './versus.ts'
import type { Work } from './work.ts'

// The long lists of the back office as an administrator queries them: by part of a name, the first page with
// the exact total.

const SYSADMIN = 1
const target: Target = {
  text: '≥ 0.6 of A; p95 < 40 ms at 16 clients',
  reached: (product, a, clients) => product.rate >= 0.6 * a.rate && (clients !== 16 || product.p95 < 40),
}

const listTask = (name: string, path: string, parameter: string, terms: readonly string[]): Task => ({
  name,
  variants: terms.length,
  status: 200,
  sample: (i) => ({
    method: 'GET',
    path: `${path}?${new URLSearchParams({ [parameter]: terms[i % terms.length] ?? '' }).toString()}`,
    token: makeToken(SYSADMIN),
    values: {},
  }),
  pgbench: { set: [], values: {} },
})

export const backDevices: Work = {
  name: 'back-devices',
  async run({ reading: { url } }) {
    const sides = await startSides(
      url,
      listTask('back-devices', '/api/maintain/device/list', 'deviceName', [
        '扫描电镜',
        '光谱',
        '质谱仪',
        'dianjing',
        'smdj',
        '激光',
        'guangpu',
        '分析',
      ]),
    )
    try {
      return await versus('back office: 50,000 devices by name, exact total', sides, target, FEW_CLIENTS)
    } finally {
      await sides.close()
    }
  },
}

export const backUsers: Work = {
  name: 'back-users',
  async run({ data }) {
    const url = await data.copy(quick ? sizes.quick : sizes.crowd, 'crowd')
    const sides = await startSides(
      url,
      listTask('back-users', '/backend/api/users', 'keyword', [
        '林晓',
        '志远',
        '王',
        'chen',
        'zhang',
        'lxy',
        '2024000',
        '文博',
      ]),
    )
    try {
      return await versus('back office: 100,000 users by name, exact total', sides, target, FEW_CLIENTS)
    } finally {
      await sides.close()
    }
  },
}
