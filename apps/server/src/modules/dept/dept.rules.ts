import type { Reason } from '@portal/contract/kernel/envelope'

/** The file business of pictures in a dept's text. */
export const PICTURES = 'dept-text'

/** The number of rows of each kind that refer to a dept. */
export interface DeptUses {
  children: number
  people: number
  labs: number
  devices: number
  cards: number
  notices: number
  /** Approval policies of the dept. */
  policies: number
  /** People who hold a post in it. */
  posts: number
  purchases: number
  stocktakes: number
  /** Approval tasks of its head. */
  tasks: number
  rooms: number
}
const words: Record<keyof DeptUses, (n: number) => string> = {
  children: (n) => `${n} 个下级单位`,
  people: (n) => `${n} 名人员（停用的也计入）`,
  labs: (n) => `${n} 个实验室`,
  devices: (n) => `${n} 台仪器`,
  cards: (n) => `${n} 张经费卡（请在“财务管理”的“经费卡”中修改单位，可批量导入）`,
  notices: (n) => `${n} 条公告`,
  policies: (n) => `${n} 条审核配置（请先在“审核配置”中删除）`,
  posts: (n) => `${n} 条岗位任职（请先在“岗位人员”中移除）`,
  purchases: (n) => `${n} 张申购单`,
  stocktakes: (n) => `${n} 次盘点`,
  tasks: (n) => `${n} 条审批记录`,
  rooms: (n) => `${n} 个房间`,
}

/**
 * What does not prevent a merge: subordinate depts move along. The rest stays with the closed dept, and what
 * is open of it goes on, because the heads of the depts above are asked.
 */
export const NOT_IN_THE_WAY: readonly (keyof DeptUses)[] = [
  'children',
  'notices',
  'purchases',
  'stocktakes',
  'tasks',
]

/** Why a dept cannot be removed or merged: one line for each kind of rows that refer to it. */
export function listReasons(uses: DeptUses, except: readonly (keyof DeptUses)[] = []): Reason[] {
  return (Object.keys(words) as (keyof DeptUses)[])
    .filter((kind) => uses[kind] > 0 && !except.includes(kind))
    .map((kind) => ({ code: 'DEPT_IN_USE', message: `仍有 ${words[kind](uses[kind])}` }))
}

/** The siblings in their new order: the moved one comes before the named one, or last. */
export function orderNeighbours(
  neighbours: readonly number[],
  id: number,
  beforeId: number | null,
): number[] {
  const others = neighbours.filter((n) => n !== id)
  const at = beforeId === null ? -1 : others.indexOf(beforeId)
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id)
}
