import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import { shareContactRefusals, type shareContactCalls } from '@portal/contract/share-contact/share-contact'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, notFound, refuseField } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { listEditableLabs } from '../lab/lab.service.ts'
import * as store from './share-contact.store.ts'

/**
 * Which contacts the caller may edit: all, those of every lab but not the campus's own, or those of these
 * labs.
 */
type Reach = 'all' | 'labs' | readonly number[]
async function findReach(ctx: Ctx): Promise<Reach> {
  if (ctx.holds('SHARE_CONTACT_ALL')) return 'all'
  if (!ctx.holds(...edit('SHARE_CONTACT'))) return []
  const labs = await listEditableLabs(ctx, 'base')
  return labs === 'all' ? 'labs' : labs
}
const reaches = (reach: Reach, labId: number | null): boolean =>
  reach === 'all' || (labId !== null && (reach === 'labs' || reach.includes(labId)))

export async function list(
  ctx: Ctx,
  { query: { keyword, of, ...page } }: Parsed<typeof shareContactCalls.list>,
) {
  const reach = await findReach(ctx)
  // A caller who may edit none sees the same list as readers.
  const kept = of === 'editable' && reach.length > 0 ? reach : 'all'
  const { items, total } = await store.list(ctx.db, {
    ...page,
    keyword: keyword ?? null,
    ofLab: of === 'lab' || kept === 'labs' ? true : of === 'campus' ? false : null,
    labIds: typeof kept === 'string' ? null : kept,
  })
  return {
    items: items.map((row) => ({
      ...row,
      can: reaches(reach, row.lab?.id ?? null) ? (['change', 'remove'] as const).slice() : [],
    })),
    total,
  }
}

const translateViolation = defineTranslation({
  share_contact_reachable: () => refuseField('phone', shareContactRefusals.UNREACHABLE, 'UNREACHABLE'),
  share_contact_lab_id_fkey: () => refuseField('labId', '实验室不存在，请刷新后重试'),
})
const NOT_YOURS = '您只能维护本实验室的联系方式'

export async function create(ctx: Ctx, { body }: Parsed<typeof shareContactCalls.create>) {
  ctx.allow(reaches(await findReach(ctx), body.labId), NOT_YOURS)
  const { id } = await translateViolation(() => store.add(ctx, body))
  ctx.target = `share_contact ${id}`
  return { id }
}

/** The caller needs the right for the contact's present lab and for the new one. */
export async function change(ctx: Ctx, { params: { id }, body }: Parsed<typeof shareContactCalls.change>) {
  const reach = await holdContact(ctx, id)
  ctx.allow(reaches(reach, body.labId), NOT_YOURS)
  await translateViolation(() => store.change(ctx, id, body))
  return null
}

export async function remove(ctx: Ctx, { params: { id } }: Parsed<typeof shareContactCalls.remove>) {
  await holdContact(ctx, id)
  await store.remove(ctx, id)
  return null
}

async function holdContact(ctx: Ctx, id: number): Promise<Reach> {
  ctx.target = `share_contact ${id}`
  const [row, reach] = [await store.lockLab(ctx, id), await findReach(ctx)]
  ctx.allow(row ? reaches(reach, row.labId) : reach.length > 0, NOT_YOURS)
  if (!row) throw notFound('联系方式')
  return reach
}

export const exportList = exported('联系方式', list, [
  { header: '实验室', width: 30, value: (c) => c.lab?.name ?? '全校' },
  { header: '岗位', width: 20, value: (c) => c.post },
  { header: '联系人', width: 14, value: (c) => c.name },
  { header: '电话', width: 18, value: (c) => c.phone },
  { header: '邮箱', width: 28, value: (c) => c.email },
  { header: '办公地点', width: 30, value: (c) => c.office },
  { header: '服务时间', width: 24, value: (c) => c.hours },
  { header: '负责事项', width: 50, value: (c) => c.duty },
  { header: '排序', width: 8, value: (c) => c.sort },
])
