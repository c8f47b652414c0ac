import { listWays, type DeviceDetail } from '@portal/contract/device/device'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Link } from 'react-router'
import { useVisiting } from '../../../lib/site.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Gallery } from '../../../ui/gallery.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { DeviceDossier } from '../../stock-in/shared/dossier-button.tsx'
import { DeviceTrend } from '../../statistics/shared/trend.tsx'
import { DeviceAverageText } from '../../use-rating/shared/averages.tsx'
import { useAvailability } from '../device.queries.ts'
import { nameHint, hours, statusText, statusTones } from '../device.words.ts'
import { FavoriteButton } from '../shared/favorite-button.tsx'
import { Ways } from './device-tags.tsx'

/** Picture, name, availability, and buttons to book. */
export function DeviceHead({ device: d }: { device: DeviceDetail }) {
  const bookable = listWays(d)
  const visiting = useVisiting()
  const availability = useAvailability(bookable ? [d.id] : [])
  const hint = bookable && nameHint(availability.get(d.id), true)
  return (
    <div className="card device-head">
      <Gallery
        images={d.images}
        name={d.name}
        shape="whole"
        none={
          <span className="device-no-picture">
            <Icon name="device" size={64} />
            暂无图片
          </span>
        }
      />
      <div>
        <p className="device-head-state">
          <StateTag tone={statusTones[d.status]} text={statusText(d)} />
          {d.hazards && <StateTag tone="refused" text="危险源" />}
          {!d.shared && <StateTag tone="draft" text="未共享" />}
          {hint && <StateTag {...hint} />}
          {d.shared && d.status === 'normal' && !d.opened && <StateTag tone="draft" text="未开放预约" />}
          {bookable && <Ways device={d} />}
        </p>
        {d.statusNote && <p role="note">{d.statusNote}</p>}
        <Facts
          items={[
            { label: '资产编号', value: d.serialId },
            { label: '型号规格', value: [d.model, d.spec].filter(Boolean).join('；') },
            { label: '英文名称', value: d.englishName },
            { label: '分类', value: d.category },
            {
              label: '实验室',
              value: visiting ? (
                d.lab.name
              ) : (
                <Link to={`/lab/homepage?serialId=${encodeURIComponent(d.lab.serialId)}`}>{d.lab.name}</Link>
              ),
            },
            { label: '单位', value: d.dept.name },
            { label: '放置地点', value: d.room && `${d.room.building} ${d.room.name}` },
            !visiting && {
              label: '联系人',
              value:
                d.contact && [d.contact.name, d.contact.phone, d.contact.email].filter(Boolean).join('，'),
            },
            !visiting && { label: '实验室电话', value: d.labPhone },
            {
              label: '生产厂家',
              value: [d.manufacturer, d.country && `（${d.country}）`].filter(Boolean).join(''),
            },
            { label: '启用日期', value: d.enabledOn && formatDay(d.enabledOn) },
            { label: '原值', value: <MoneyText fen={d.priceFen} /> },
            { label: '近一年使用', value: hours(d.usedMinutes) },
            !visiting && { label: '近 12 个月', value: <DeviceTrend deviceId={d.id} size="head" /> },
            !visiting && { label: '用户评价', value: <DeviceAverageText deviceId={d.id} /> },
          ]}
        />
        <div className="device-head-actions no-print">
          {bookable?.selfOperated && (
            <ButtonLink kind="primary" size="large" to={to('/deviceopen/applyTime', { deviceId: d.id })}>
              {visiting ? '登录后预约上机' : '预约上机'}
            </ButtonLink>
          )}
          {bookable?.sampleDelivery && (
            <ButtonLink
              kind={bookable.selfOperated ? 'plain' : 'primary'}
              size="large"
              to={to('/deviceopen/apply', { deviceId: d.id })}
            >
              {visiting ? '登录后送样预约' : '送样预约'}
            </ButtonLink>
          )}
          <FavoriteButton kind="device" targetId={d.id} favoriteId={d.favoriteId} />
          {d.status !== 'scrapped' && !visiting && (
            <ButtonLink to={to('/osp/asset/label', { serialId: d.serialId, do: 'report' })}>报修</ButtonLink>
          )}
          {d.can.includes('open') && (
            <ButtonLink to={to('/open-sharing/open-set', { deviceId: d.id })}>开放设置</ButtonLink>
          )}
          {d.can.includes('edit') && (
            <ButtonLink to={to('/osp/storage/storageFinish', { devices: d.id })}>打印标签</ButtonLink>
          )}
          <DeviceDossier device={d} edits={d.can.includes('edit')} />
        </div>
      </div>
    </div>
  )
}
