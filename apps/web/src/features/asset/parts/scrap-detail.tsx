import { Checkbox, Input, Select } from 'antd'
import { Link } from 'react-router'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import { scrapNumber } from '@portal/contract/asset/parts'
import { disposalWayWords, type DisposalWay, type ScrapDetail } from '@portal/contract/asset/scrap'
import { panelKindWords, panelStateWords } from '@portal/contract/panel/panel'
import { formatDay, formatMinute, formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { optionsOf } from '../../../ui/list/options.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useCancelScrap, useDecideScraps, useDispose, useSubmitScrap } from '../asset.queries.ts'
import { scrapRefusalPicks } from '../asset.words.ts'
import { DeviceLink } from './columns.tsx'

const panelLink = (id: number) => to('/osp/asset/scrapVerify', { id })

/** Everything of a scrapping that somebody judges it by. */
export const ScrapSummary = ({ scrap: s }: { scrap: ScrapDetail }) => (
  <Card title="报废信息">
    <Facts
      items={[
        { label: '仪器', value: <DeviceLink device={s.device} />, wide: true },
        {
          label: s.priceStated ? '原值（申请人填报）' : '原值',
          value: <MoneyText fen={s.priceFen} strong />,
        },
        { label: '购置日期', value: s.boughtOn },
        { label: '单位', value: s.dept },
        { label: '实验室', value: s.device.lab.name },
        { label: '存放地点', value: s.room },
        { label: '申请人', value: `${s.requester.name}，${formatMinute(s.createdAt)}` },
        { label: '报废理由', value: s.why, wide: true },
        { label: '仪器现状', value: s.condition, wide: true },
        s.bookings > 0 && { label: '未结束的预约', value: `${s.bookings} 个` },
        s.reason !== null && { label: '原因', value: s.reason, wide: true },
        s.panels.length > 0 && {
          label: '专家鉴定',
          wide: true,
          value: s.panels.map((p) => (
            <p key={p.id}>
              <Link to={panelLink(p.id)}>{panelKindWords[p.kind]}</Link> {panelStateWords[p.state]}
              {p.conclusion && `：${p.conclusion}`}
            </p>
          )),
        },
        s.way !== null && { label: '处置方式', value: disposalWayWords[s.way] },
        s.recycler !== null && { label: '回收单位', value: s.recycler },
        s.incomeFen !== null && { label: '残值收入', value: <MoneyText fen={s.incomeFen} strong /> },
        s.disposedOn !== null && { label: '处置日期', value: s.disposedOn },
        s.files.length > 0 && { label: '附件', value: <FileList files={s.files} />, wide: true },
      ]}
    />
  </Card>
)

export const isDecidable = (s: ScrapDetail): boolean => s.can.includes('approve')

export function DecideScrap({ scrap: s, onDone }: { scrap: ScrapDetail; onDone?: () => void }) {
  const judge = deciding(useDecideScraps(), scrapNumber)
  const decide = async (verdict: 'approve' | 'send_back' | 'refuse', said: string, reason: string | null) => {
    if (await judge([s], verdict, said, reason)) onDone?.()
  }
  const asked = { label: '原因', required: true, picks: scrapRefusalPicks }
  return (
    <Card title="审批" className="decide">
      <p>
        原值 <b>{formatMoney(s.priceFen)}</b>
        {s.priceStated && '（档案未登记，申请人填报）'}。
        {s.state === 'awaiting_equip_office'
          ? '通过后由设备处登记处置，仪器随即报废。'
          : '通过后进入下一审批环节。'}
      </p>
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title="通过报废申请？"
          text={`${s.device.name}（${s.device.serialId}）`}
          ok="通过"
          reason={opinionAsked}
          onConfirm={(said) => decide('approve', '通过', saidOrNull(said))}
        >
          通过
        </ConfirmButton>
        <ConfirmButton
          title="退回修改？"
          text="申请人修改后可重新提交，专家意见作废。"
          ok="退回修改"
          reason={asked}
          onConfirm={(reason) => decide('send_back', '退回', reason)}
        >
          退回修改
        </ConfirmButton>
        <ConfirmButton
          title="驳回报废？"
          text="申请将结束，仪器继续使用。"
          ok="驳回"
          reason={asked}
          onConfirm={(reason) => decide('refuse', '驳回', reason)}
        >
          驳回
        </ConfirmButton>
      </div>
    </Card>
  )
}

/** Handed in; with bookings still on it only if these are taken back. */
export function SubmitScrap({ scrap: s }: { scrap: ScrapDetail }) {
  const { run, busy } = useSubmitScrap()
  const [key] = useState(newKey)
  const judged = (s.priceFen ?? 0) >= s.panelFromFen
  return (
    <Card title="提交" className="decide">
      <p>
        {judged
          ? `原值 ${formatMoney(s.panelFromFen)} 及以上，先由专家鉴定，再由院系、设备处审批。`
          : '由院系、设备处审批。'}
      </p>
      {!s.priceFen && <p>仪器档案没有登记原值，请先在“修改申请”中填写原值或估值。</p>}
      {s.bookings > 0 && <p>该仪器还有 {s.bookings} 个未结束的预约，提交时将全部撤销并通知预约人。</p>}
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={s.bookings > 0}
          disabled={busy || !s.priceFen}
          title="提交报废申请？"
          text={
            s.bookings > 0
              ? `将撤销 ${s.bookings} 个预约，冻结经费随即释放。`
              : `${s.device.name}（${s.device.serialId}）`
          }
          ok={s.bookings > 0 ? `撤销 ${s.bookings} 个预约并提交` : '提交报废申请'}
          onConfirm={() =>
            run({
              params: { id: s.id },
              body: { revokeBookings: s.bookings > 0 },
              idempotencyKey: `${key}-${s.bookings}`,
            }).then((r) => say('success', `报废申请 ${r.number} 已提交`))
          }
        >
          提交报废申请
        </ConfirmButton>
      </div>
    </Card>
  )
}

interface Values {
  way?: DisposalWay
  recycler?: string | null
  incomeFen?: number | null
  disposedOn?: string
  revokeBookings?: boolean
}
export function DisposalForm({ scrap: s, onDone }: { scrap: ScrapDetail; onDone?: () => void }) {
  const form = useSubmit<typeof assetCalls.dispose, Values>(useDispose(), {
    initial: { way: 'recycle', incomeFen: 0, disposedOn: formatDay(new Date()), revokeBookings: false },
    args: ({ way = 'recycle', recycler = null, incomeFen, disposedOn = '', revokeBookings = false }) => ({
      params: { id: s.id },
      body: { way, recycler, incomeFen: incomeFen ?? 0, disposedOn, revokeBookings },
    }),
    done: '处置已登记，仪器已报废',
    after: () => onDone?.(),
  })
  return (
    <Card title="登记处置">
      <FormPage form={form} submit="登记处置并报废" columns={2}>
        <Field name="way" label="处置方式">
          <Select options={optionsOf(disposalWayWords)} />
        </Field>
        <Field name="disposedOn" label="处置日期">
          <DayInput />
        </Field>
        <Field name="recycler" label="回收单位">
          <Input maxLength={100} />
        </Field>
        <Field name="incomeFen" label="残值收入">
          <MoneyInput />
        </Field>
        {s.bookings > 0 ? (
          <Field name="revokeBookings" label="未结束的预约" wide>
            <RevokeBox count={s.bookings} />
          </Field>
        ) : (
          <></>
        )}
      </FormPage>
    </Card>
  )
}
const RevokeBox = ({
  count,
  id,
  value = false,
  onChange,
}: {
  count: number
  id?: string
  value?: boolean
  onChange?: (v: boolean) => void
}) => (
  <Checkbox {...(id && { id })} checked={value} onChange={(e) => onChange?.(e.target.checked)}>
    撤销全部 {count} 个预约并通知预约人
  </Checkbox>
)

export function ScrapActions({ scrap: s }: { scrap: ScrapDetail }) {
  const { run } = useCancelScrap()
  const open =
    s.state === 'awaiting_experts'
      ? s.panels.find((p) => p.state === 'draft' || p.state === 'signing')
      : undefined
  return (
    <>
      {open && (
        <ButtonLink kind={open.state === 'draft' ? 'primary' : 'plain'} to={panelLink(open.id)}>
          {open.state === 'draft' ? '组建专家组' : '查看专家鉴定'}
        </ButtonLink>
      )}
      <ButtonLink to={to('/osp/asset/scraps', { id: s.id, view: 'print' })}>
        {s.state === 'disposed' ? '打印处置单' : '打印报废单'}
      </ButtonLink>
      {s.can.includes('cancel') && (
        <ConfirmButton
          title="取消报废申请？"
          text="申请将结束，仪器继续使用。"
          ok="取消申请"
          cancel="保留申请"
          reason={{ label: '取消原因', required: true, picks: ['仪器仍可使用', '填写有误'] }}
          onConfirm={(reason) =>
            run({ params: { id: s.id }, body: { reason } }).then(() => say('success', '报废申请已取消'))
          }
        >
          取消申请
        </ConfirmButton>
      )}
    </>
  )
}
