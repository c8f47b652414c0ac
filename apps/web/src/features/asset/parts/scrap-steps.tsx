import type { ScrapDetail } from '@portal/contract/asset/scrap'
import { formatMoney } from '../../../lib/format.ts'
import { Card } from '../../../ui/light.tsx'
import { Decision } from '../../../ui/process/decision.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { submitScrap } from '../asset.queries.ts'
import { ScrapForm } from './scrap-form.tsx'

export const ChangeScrap = ({ row: s }: PartProps<ScrapDetail>) => (
  <Card title="修改申请">
    <ScrapForm deviceId={s.device.id} scrap={s} onSaved={() => undefined} />
  </Card>
)

/** Submits a scrapping; if bookings remain, only after confirming that they are revoked. */
export function SubmitScrap({ row: s }: PartProps<ScrapDetail>) {
  const judged = (s.priceFen ?? 0) >= s.panelFromFen
  return (
    <Decision
      title="提交"
      text={
        judged
          ? `原值 ${formatMoney(s.panelFromFen)} 及以上，先由专家鉴定，再按审核配置逐级审批，最后由设备处审批。`
          : '按审核配置逐级审批，最后由设备处审批。'
      }
      steps={{
        // The number of bookings is part of the key: a different number is a new question.
        [`submit-${s.bookings}`]: {
          label: '提交报废申请',
          tone: s.bookings > 0 ? 'no' : 'yes',
          title: '提交报废申请？',
          text:
            s.bookings > 0
              ? `将撤销 ${s.bookings} 个预约，冻结经费随即释放。`
              : `${s.device.name}（${s.device.serialId}）`,
          ok: s.bookings > 0 ? `撤销 ${s.bookings} 个预约并提交` : '提交报废申请',
          disabled: !s.priceFen,
          afterSaving: true,
          done: `报废申请 ${s.number} 已提交`,
          take: (_, idempotencyKey) =>
            submitScrap.run({
              params: { id: s.id },
              body: { revokeBookings: s.bookings > 0 },
              idempotencyKey,
            }),
        },
      }}
    >
      {!s.priceFen && <p>仪器档案没有登记原值，请先在“修改申请”中填写原值或估值。</p>}
      {s.bookings > 0 && <p>该仪器还有 {s.bookings} 个未结束的预约，提交时将全部撤销并通知预约人。</p>}
    </Decision>
  )
}
