import { transferNumber } from '@portal/contract/asset/parts'
import type { TransferDetail } from '@portal/contract/asset/transfer'
import { formatMinute } from '../../../lib/format.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useCancelTransfer, useDecideTransfers } from '../asset.queries.ts'
import { transferRefusalPicks } from '../asset.words.ts'
import { DeviceLink } from './columns.tsx'

/** Everything of a transfer that somebody judges it by. */
export const TransferSummary = ({ transfer: t }: { transfer: TransferDetail }) => (
  <Card title="调拨信息">
    <Facts
      items={[
        { label: '仪器', value: <DeviceLink device={t.device} />, wide: true },
        { label: '原值', value: <MoneyText fen={t.priceFen} /> },
        { label: '申请人', value: `${t.requester.name}，${formatMinute(t.createdAt)}` },
        { label: '调出', value: `${t.from.name}（${t.fromDept}）` },
        { label: '调入', value: `${t.to.name}（${t.toDept}）` },
        { label: '存放房间', value: t.toRoom },
        { label: '接收保管人', value: t.toKeeper?.name },
        { label: '调拨理由', value: t.why, wide: true },
        t.reason !== null && { label: '原因', value: t.reason, wide: true },
        t.doneAt !== null && { label: '完成时间', value: formatMinute(t.doneAt) },
      ]}
    />
  </Card>
)

export const isDecidable = (t: TransferDetail): boolean => t.can.includes('agree')

export function DecideTransfer({ transfer: t, onDone }: { transfer: TransferDetail; onDone?: () => void }) {
  const judge = deciding(useDecideTransfers(), transferNumber)
  const giving = t.state === 'awaiting_giver'
  const word = giving ? '同意调出' : '同意调入'
  const decide = async (verdict: 'approve' | 'refuse', said: string, reason: string | null) => {
    if (await judge([t], verdict, said, reason)) onDone?.()
  }
  return (
    <Card title={giving ? '调出方意见' : '调入方意见'} className="decide">
      <p>{giving ? '同意后由调入方确认。' : '同意后仪器归入您的实验室，已有预约保留。'}</p>
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title={`${word}？`}
          text={`${t.device.name} 由${t.from.name}调拨至${t.to.name}。`}
          ok={word}
          reason={opinionAsked}
          onConfirm={(said) => decide('approve', '同意', saidOrNull(said))}
        >
          {word}
        </ConfirmButton>
        <ConfirmButton
          title="拒绝调拨？"
          text="申请将结束，可重新申请。"
          ok="拒绝调拨"
          reason={{ label: '拒绝原因', required: true, picks: transferRefusalPicks }}
          onConfirm={(reason) => decide('refuse', '拒绝', reason)}
        >
          拒绝
        </ConfirmButton>
      </div>
    </Card>
  )
}

export function TransferActions({ transfer: t }: { transfer: TransferDetail }) {
  const { run } = useCancelTransfer()
  return (
    <>
      <ButtonLink to={to('/osp/asset/transfers', { id: t.id, view: 'print' })}>打印调拨单</ButtonLink>
      {t.can.includes('cancel') && (
        <ConfirmButton
          title="取消调拨？"
          text="申请将结束，仪器留在原实验室。"
          ok="取消调拨"
          cancel="保留申请"
          reason={{ label: '取消原因', required: true, picks: ['不再需要', '填写有误'] }}
          onConfirm={(reason) =>
            run({ params: { id: t.id }, body: { reason } }).then(() => say('success', '调拨已取消'))
          }
        >
          取消调拨
        </ConfirmButton>
      )}
    </>
  )
}
