import type { StateTone } from '../../ui/state-tag.tsx'
import { hasHours, type Standing } from './opening.rules.ts'

/** 开放中 only where a booking would be taken. */
export function openingTag(o: Standing): { tone: StateTone; text: string } {
  if (!o.settings) return { tone: 'stopped', text: '未开放' }
  if (!o.settings.enabled) return { tone: 'stopped', text: '已停用' }
  if (!o.device.shared) return { tone: 'waiting', text: '未共享，不接受预约' }
  return o.exceptions && !hasHours(o)
    ? { tone: 'waiting', text: '未设开放时段' }
    : { tone: 'done', text: '开放中' }
}
