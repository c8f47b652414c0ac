import { Input, Radio } from 'antd'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import { bookingWayWords, type BookingWay, type RepairOrderDetail } from '@portal/contract/asset/repair'
import { bookingStateWords } from '@portal/contract/booking/booking'
import type { Attachment } from '@portal/contract/kernel/rows'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Period } from '../../../ui/period.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { useAffected, useExtendRepair, useGiveUpRepair } from '../asset.queries.ts'
import { FilesField } from './files-field.tsx'

// Steps of a repair that does not go as planned: it takes longer, or fails.

/** Bookings during the repair, shown before the decision about them. */
export function Affected({
  id,
  query,
}: {
  id: number
  query: { from?: string; until?: string; ever?: 'true' }
}) {
  const affected = useAffected({ params: { id }, query })
  const { data } = affected
  if (!data) return <Waiting plain query={affected} rows={3} />
  if (data.length === 0) return <p className="muted">期间没有预约。</p>
  return (
    <>
      <h3>期间的预约（{data.length} 个）</h3>
      <DataTable
        caption="期间的预约"
        rows={data}
        rowKey={(b) => b.id}
        columns={[
          {
            key: 'period',
            title: '时间',
            main: true,
            render: (b) => <Period brief from={b.startAt} to={b.endAt} />,
          },
          { key: 'booker', title: '预约人', render: (b) => b.booker.name },
          { key: 'state', title: '状态', render: (b) => bookingStateWords[b.state] },
          { key: 'held', title: '冻结金额', align: 'right', render: (b) => <MoneyText fen={b.heldFen} /> },
        ]}
      />
    </>
  )
}

interface ExtendValues {
  expectedAt?: string | null
  reason?: string
}
export function ExtendForm({ row: o }: PartProps<RepairOrderDetail>) {
  const [until, setUntil] = useState<string | null>(null)
  const form = useSubmit<typeof assetCalls.extend, ExtendValues>(useExtendRepair(), {
    initial: { expectedAt: null },
    args: ({ expectedAt, reason = '' }) => ({
      params: { id: o.id },
      body: { expectedAt: expectedAt ?? '', reason },
    }),
    done: '已延期',
  })
  return (
    <Card title="维修延期">
      <FormPage form={form} submit="延期" columns={2} onChange={(v) => setUntil(v.expectedAt ?? null)}>
        <Field
          name="expectedAt"
          label="新的预计恢复时间"
          hint={`期间的预约与派单时相同：${bookingWayWords[o.bookingWay ?? 'warn']}`}
        >
          <InstantInput />
        </Field>
        <Field name="reason" label="延期原因">
          <Input maxLength={500} />
        </Field>
      </FormPage>
      {until && <Affected id={o.id} query={{ ...(o.expectedAt && { from: o.expectedAt }), until }} />}
    </Card>
  )
}

interface GiveUpValues {
  reason?: string
  costFen?: number | null
  bookings?: BookingWay
  files?: readonly Attachment[]
}
const endWords: Record<BookingWay, string> = {
  revoke: '撤销之后的全部预约，释放冻结经费并通知',
  warn: '通知预约人，由其自行取消',
}
export function GiveUpForm({ row: o, onDone }: PartProps<RepairOrderDetail>) {
  const form = useSubmit<typeof assetCalls.giveUp, GiveUpValues>(useGiveUpRepair(), {
    initial: { costFen: 0, bookings: 'revoke', files: [] },
    args: ({ reason = '', costFen, bookings = 'revoke', files = [] }) => ({
      params: { id: o.id },
      body: { reason, costFen: costFen ?? 0, bookings, fileIds: files.map((f) => f.id) },
    }),
    done: (r) =>
      r.revoked ? `已登记不可修复，累计撤销预约 ${r.revoked} 个` : '已登记不可修复，仪器保持停用',
    after: () => onDone?.(),
  })
  return (
    <Card title="不可修复">
      <FormPage
        form={form}
        submit="登记不可修复"
        columns={2}
        intro={<p className="muted">报修单将结束，仪器保持停用，可申请报废。</p>}
      >
        <Field name="reason" label="不可修复的原因" wide>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
        </Field>
        <Field name="costFen" label="检测维修费用">
          <MoneyInput />
        </Field>
        <Field name="bookings" label="之后的预约" wide>
          <Radio.Group options={listOptions(endWords)} />
        </Field>
        <Field name="files" label="检测报告" wide>
          <FilesField business="repair" />
        </Field>
      </FormPage>
      <Affected id={o.id} query={{ ever: 'true' }} />
    </Card>
  )
}
