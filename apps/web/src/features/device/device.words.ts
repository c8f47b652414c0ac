import { deviceStatusWords, type DeviceRow, type DeviceStatus } from '@portal/contract/device/device'
import type { AvailabilityRow } from '@portal/contract/opening/opening'
import { formatClock } from '../../lib/format.ts'
import type { StateTone } from '../../ui/state-tag.tsx'

export const statusTones: Record<DeviceStatus, StateTone> = {
  normal: 'done',
  maintenance: 'waiting',
  broken: 'refused',
  scrapped: 'stopped',
}
export const statusText = (d: Pick<DeviceRow, 'status'>): string => deviceStatusWords[d.status]

/** The hint on a device's card: whether it can be booked today. */
export function nameHint(
  row: AvailabilityRow | null | undefined,
  today: boolean,
): { tone: StateTone; text: string } | null {
  if (!row) return null
  const day = today ? '今天' : '当天'
  if (row.openMinutes === 0) return { tone: 'stopped', text: `${day}不开放` }
  if (row.freeNow) return { tone: 'done', text: '现在空闲' }
  if (row.nextFreeAt) return { tone: 'active', text: `${day} ${formatClock(row.nextFreeAt)} 起空闲` }
  return { tone: 'waiting', text: `${day}已约满` }
}

export const hours = (minutes: number): string => `${Math.round(minutes / 60).toLocaleString('zh-CN')} 小时`
