import { Input, Select } from 'antd'
import { useState } from 'react'
import {
  repairKindWords,
  repairStateWords,
  type deviceRecordCalls,
  type RepairRow,
  type RepairState,
} from '@portal/contract/device-record/device-record'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSaveRepair } from '../device-record.queries.ts'
import { listOptions } from '../../../ui/list/options.ts'

const NEW = { id: 0, can: [], updatedAt: null, ordered: false }

export function RepairForm({
  deviceId,
  row,
  onDone,
}: {
  deviceId: number
  row: RepairRow | null
  onDone: () => void
}) {
  const [state, setState] = useState<RepairState>(row?.state ?? 'reported')
  const [now] = useState(() => new Date().toISOString())
  const { id: _id, can: _can, updatedAt: seenAt, ordered, ...known } = row ?? NEW
  const form = useSubmit<typeof deviceRecordCalls.saveRepair>(useSaveRepair(), {
    initial: { kind: 'repair', state: 'reported', startedAt: now, ...known },
    args: (values) => ({
      body: {
        ...values,
        finishedAt: values.state === 'done' ? (values.finishedAt ?? null) : null,
        id: row?.id ?? null,
        deviceId,
        seenAt,
      },
    }),
    done: (reply) =>
      reply.id && state === 'done'
        ? '维修记录已保存，仪器可以使用'
        : '维修记录已保存，已有预约的人会收到提醒',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="保存维修记录"
      onCancel={onDone}
      columns={2}
      intro={
        state !== 'done' && (
          <p className="muted">未完成的维修使仪器暂停预约；近期的预约人会收到提醒，预约不会自动取消。</p>
        )
      }
      onChange={(values) => {
        if (values.state === state) return
        setState(values.state)
        if (values.state === 'done' && !values.finishedAt)
          form.antd.setFieldValue('finishedAt', new Date().toISOString())
      }}
    >
      <Field name="kind" label="类型">
        <Select options={listOptions(repairKindWords)} />
      </Field>
      <Field name="state" label="状态" {...(ordered && { hint: '由报修单填写，请在报修单中办理' })}>
        <Select options={listOptions(repairStateWords)} disabled={ordered} />
      </Field>
      <Field name="title" label="故障现象或维护内容" hint="预约人会看到" wide>
        <Input maxLength={100} />
      </Field>
      <Field name="startedAt" label="开始时间">
        <InstantInput notAfter={now} />
      </Field>
      {state === 'done' ? (
        <Field name="finishedAt" label="结束时间" required>
          <InstantInput disabled={ordered} />
        </Field>
      ) : (
        <Field name="expectedAt" label="预计恢复时间" hint="提醒这之前的预约人；不填则提醒一周内的">
          <InstantInput disabled={ordered} />
        </Field>
      )}
      <Field name="handler" label="负责人">
        <Input maxLength={50} />
      </Field>
      <Field name="vendor" label="维修单位">
        <Input maxLength={100} />
      </Field>
      <Field name="costFen" label="费用" hint="仅仪器管理人员可见">
        <MoneyInput />
      </Field>
      <Field name="detail" label="详细说明" wide>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
      </Field>
      {state === 'done' && (
        <Field name="result" label="处理结果" wide required>
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Field>
      )}
    </FormPage>
  )
}
