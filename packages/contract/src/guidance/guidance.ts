import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { keyword } from '../kernel/fields.ts'

export const guidanceRow = z.object({ id: z.number(), title: z.string(), body: z.string(), /** Path in the portal where it is done. */ link: z.string().nullable() })
export type Guidance = z.output<typeof guidanceRow>

export const guidanceCalls = {
  /** The best few of the help that fit; without a keyword the first few. */
  search: call({ method: 'GET', path: '/api/v1/guidance/infos', summary: '搜索帮助', access: 'public', query: z.object({ keyword }), reply: z.array(guidanceRow) }),
}
