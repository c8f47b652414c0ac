import { findComponent } from '@portal/form-kit/components/components'
import { findTitle } from '@portal/form-kit/check/title'
import type { Edit } from '@portal/form-kit/edit/edit'
import type { Design } from '@portal/form-kit/edit/history'
import { findSpot } from '@portal/form-kit/edit/list'
import type { Spot } from '@portal/form-kit/edit/list'
import type { Rule } from '@portal/form-kit/form/form'

/** The name of a rule's component. */
export const nameKind = (rule: Rule): string => findComponent(rule.type)?.title ?? `未知组件 ${rule.type}`

/** A rule's name for people, such as 输入框“姓名”. */
export function nameRule(rule: Rule): string {
  const { label, title } = rule.props ?? {}
  const own = rule.title
    ? findTitle(rule)
    : [label, title, rule.children?.[0]].find((v) => typeof v === 'string')
  return typeof own === 'string' && own !== '' && own !== nameKind(rule)
    ? `${nameKind(rule)}“${own.slice(0, 30)}”`
    : nameKind(rule)
}

/** A rule's position for people, such as 表单第 2 项，共 5 项. */
export function namePlace({ box, siblings, index }: Spot): string {
  return `${box ? nameRule(box) : '表单'}第 ${index + 1} 项，共 ${siblings.length} 项`
}

const DONE: Partial<Record<Edit['do'], string>> = {
  insert: '已添加',
  paste: '已粘贴',
  copy: '已复制',
  addAfter: '已添加',
  addChild: '已添加',
  move: '已移动',
  shift: '已移动',
}

/** The result of an edit, for screen readers. */
export function tellPlace(edit: Edit, design: Design): string {
  const spot = findSpot(design.form, design.selected)
  if (edit.do === 'remove') return spot ? `已删除，当前为${nameRule(spot.rule)}` : '已删除'
  const done = DONE[edit.do]
  return done && spot ? `${done}${nameRule(spot.rule)}，${namePlace(spot)}` : ''
}
