import type { DeviceDetail } from '@portal/contract/device/device'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'

/** The abilities of the device, as its operators describe them. */
export function DeviceText({ device: d }: { device: DeviceDetail }) {
  const parts = [
    ['主要功能', d.functions],
    ['主要技术指标', d.indicators],
    ['危险源与安全要求', d.hazards],
    ['服务内容', d.services],
    ['用户须知', d.notes],
  ] as const
  const said = parts.filter(([, text]) => text)
  if (said.length === 0 && d.tags.length === 0) return null
  return (
    <Card title="仪器介绍" className="device-text">
      {said.map(([title, text]) => (
        <section key={title}>
          <h3>{title}</h3>
          <p className="pre-line">{text}</p>
        </section>
      ))}
      {d.tags.length > 0 && (
        <p className="device-tags">
          {d.tags.map((tag) => (
            <Link key={tag} to={to('/osp/share-platform', { tag })}>
              #{tag}
            </Link>
          ))}
        </p>
      )}
    </Card>
  )
}
