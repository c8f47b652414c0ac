import { Input } from 'antd'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import { bookingWayWords, type RepairOrderDetail } from '@portal/contract/asset/repair'
import type { Attachment } from '@portal/contract/kernel/rows'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { useAssign, useFinishRepair, useRefuseRepair, useStartRepair } from '../asset.queries.ts'
import { repairRefusalPicks } from '../asset.words.ts'
import { AssignFields, assignmentOf, type AssignValues } from './assign-fields.tsx'
import { DeviceLink } from './columns.tsx'
import { FilesField } from './files-field.tsx'
import { Affected, ExtendForm, GiveUpForm } from './repair-course.tsx'

/** Everything of a repair that somebody judges it by. */
export const RepairSummary = ({ order: o }: { order: RepairOrderDetail }) => (
  <Card title="报修信息">
    <Facts
      items={[
        { label: '仪器', value: <DeviceLink device={o.device} />, wide: true },
        { label: '报修人', value: `${o.reporter.name}，${formatMinute(o.createdAt)}` },
        { label: '紧急程度', value: o.urgent ? '紧急' : '一般' },
        { label: '故障现象', value: o.fault, wide: true },
        o.assignee && { label: '维修负责人', value: o.assignee.name },
        o.company !== null && { label: '维修单位', value: o.company },
        o.expectedAt !== null && { label: '预计恢复', value: formatMinute(o.expectedAt) },
        o.bookingWay !== null && {
          label: '期间的预约',
          value: `${bookingWayWords[o.bookingWay]}${o.revoked ? `（已撤销 ${o.revoked} 个）` : ''}`,
          wide: true,
        },
        o.solution !== null && { label: '处理结果', value: o.solution, wide: true },
        o.costFen !== null && { label: '维修费用', value: <MoneyText fen={o.costFen} strong /> },
        o.reason !== null && { label: '原因', value: o.reason, wide: true },
        o.files.length > 0 && { label: '附件', value: <FileList files={o.files} />, wide: true },
      ]}
    />
  </Card>
)

/** What the person may do with it now, one after the other. */
export function RepairSteps({ order: o, onDone }: { order: RepairOrderDetail; onDone?: () => void }) {
  return (
    <>
      {o.can.includes('assign') && (
        <AssignForm key={`assign${o.stateAt}`} order={o} {...(onDone && { onDone })} />
      )}
      {(o.can.includes('start') || o.can.includes('refuse')) && (
        <Decide order={o} {...(onDone && { onDone })} />
      )}
      {o.can.includes('finish') && (
        <FinishForm key={`finish${o.stateAt}`} order={o} {...(onDone && { onDone })} />
      )}
      {o.can.includes('extend') && <ExtendForm key={`extend${o.stateAt}`} order={o} />}
      {o.can.includes('give_up') && (
        <GiveUpForm key={`giveUp${o.stateAt}`} order={o} {...(onDone && { onDone })} />
      )}
      {o.can.includes('scrap') && (
        <Card className="decide">
          <p>仪器不可修复，保持停用。</p>
          <ButtonLink
            kind="primary"
            to={to('/osp/asset/label', { serialId: o.device.serialId, do: 'scrap' })}
          >
            申请报废
          </ButtonLink>
        </Card>
      )}
    </>
  )
}

function Decide({ order: o, onDone }: { order: RepairOrderDetail; onDone?: () => void }) {
  const start = useStartRepair()
  const refuse = useRefuseRepair()
  const params = { id: o.id }
  return (
    // In the inbox what decides keeps to the bottom of the screen: not over a form that is filled in.
    <Card {...(!o.can.includes('assign') && { className: 'decide' })}>
      <div className="page-extra no-print">
        {o.can.includes('start') && (
          <ConfirmButton
            kind="primary"
            danger={false}
            title="开始维修？"
            ok="开始维修"
            onConfirm={() => start.run({ params }).then(() => say('success', '已开始维修'))}
          >
            开始维修
          </ConfirmButton>
        )}
        {o.can.includes('refuse') && (
          <ConfirmButton
            title="不予维修？"
            text="报修单将结束，仪器恢复可用状态，并通知报修人。"
            ok="不予维修"
            reason={{ label: '原因', required: true, picks: repairRefusalPicks }}
            onConfirm={(reason) =>
              refuse.run({ params, body: { reason } }).then(() => {
                say('success', '已结束报修单')
                onDone?.()
              })
            }
          >
            不予维修
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}

function AssignForm({ order: o, onDone }: { order: RepairOrderDetail; onDone?: () => void }) {
  const [until, setUntil] = useState<string | null>(o.expectedAt)
  const form = useSubmit<typeof assetCalls.assign, AssignValues>(useAssign(), {
    initial: {
      assigneeId: o.assignee?.id ?? null,
      expectedAt: o.expectedAt,
      company: o.company,
      bookings: o.bookingWay ?? 'warn',
    },
    args: (values) => ({
      params: { id: o.id },
      body: { ...assignmentOf(values), state: o.state === 'assigned' ? 'assigned' : 'reported' },
    }),
    done: (r) => (r.revoked ? `已派单，撤销期间预约 ${r.revoked} 个` : '已派单，仪器暂停预约'),
    after: () => onDone?.(),
  })
  return (
    <Card title={o.state === 'assigned' ? '重新派单' : '派单'}>
      <FormPage
        form={form}
        submit={o.state === 'assigned' ? '重新派单' : '派单并停用仪器'}
        columns={2}
        onChange={(v) => setUntil(v.expectedAt ?? null)}
      >
        <AssignFields known={o.assignee} />
      </FormPage>
      <Affected id={o.id} query={until ? { until } : {}} />
    </Card>
  )
}

interface FinishValues {
  solution?: string
  costFen?: number | null
  files?: readonly Attachment[]
}
function FinishForm({ order: o, onDone }: { order: RepairOrderDetail; onDone?: () => void }) {
  const form = useSubmit<typeof assetCalls.finish, FinishValues>(useFinishRepair(), {
    initial: { costFen: 0, files: [] },
    args: ({ solution = '', costFen, files = [] }) => ({
      params: { id: o.id },
      body: { solution, costFen: costFen ?? 0, fileIds: files.map((f) => f.id) },
    }),
    draft: `finish:${o.id}`,
    done: '已修复，仪器恢复使用',
    after: () => onDone?.(),
  })
  return (
    <Card title="修复投用">
      <FormPage form={form} submit="修复投用" columns={2}>
        <Field name="solution" label="处理结果" wide>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Field>
        <Field name="costFen" label="维修费用">
          <MoneyInput />
        </Field>
        <Field name="files" label="维修单据" wide>
          <FilesField business="repair" />
        </Field>
      </FormPage>
    </Card>
  )
}
