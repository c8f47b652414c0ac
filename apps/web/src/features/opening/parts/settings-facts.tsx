import { payModeWords } from '@portal/contract/booking/booking'
import type { OpeningFields } from '@portal/contract/opening/opening'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { formatMinutes } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'

const yesNo = (value: boolean) => (value ? '是' : '否')
const limit = (minutes: number | null) => (minutes === null ? '不限' : formatMinutes(minutes))

/** The opening rules of a device, for people who may not change them. */
export function SettingsFacts({ settings: s }: { settings: OpeningFields | null }) {
  if (!s)
    return (
      <Card>
        <Empty text="该仪器尚未开放" />
      </Card>
    )
  return (
    <Card title="开放设置">
      <Facts
        items={[
          { label: '开放预约', value: yesNo(s.enabled) },
          { label: '自主上机', value: yesNo(s.selfOperated) },
          { label: '送样', value: yesNo(s.sampleDelivery) },
          { label: '机位数', value: s.capacity },
          { label: '预约刻度', value: formatMinutes(s.gridMinutes) },
          { label: '最短时长', value: formatMinutes(s.minMinutes) },
          { label: '最长时长', value: formatMinutes(s.maxMinutes) },
          { label: '可提前预约', value: `${s.horizonDays} 天` },
          { label: '须提前', value: formatMinutes(s.noticeMinutes) },
          { label: '免费取消时限', value: formatMinutes(s.cancelLimitMinutes) },
          {
            label: '逾时取消费',
            value: s.cancelFeeFen > 0 ? <MoneyText fen={s.cancelFeeFen} /> : '记一次违约',
          },
          { label: '迟到宽限', value: formatMinutes(s.graceMinutes) },
          { label: '每人每日时长', value: limit(s.quotaDayMinutes) },
          { label: '每人每周时长', value: limit(s.quotaWeekMinutes) },
          { label: '每人未完成预约数', value: s.quotaRunning ?? '不限' },
          { label: '开放对象', value: s.admittedTiers.map((t) => priceTierWords[t]).join('、') },
          { label: '付款方式', value: s.payModes.map((m) => payModeWords[m]).join('、') },
          { label: '必须使用经费卡', value: yesNo(s.fundCardRequired) },
          { label: '须有上机资格', value: yesNo(s.qualificationRequired) },
          { label: '预约须知', value: s.notes && <span className="pre-line">{s.notes}</span>, wide: true },
        ]}
      />
    </Card>
  )
}
