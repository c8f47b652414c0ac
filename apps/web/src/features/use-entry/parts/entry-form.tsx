import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { useNavigate } from 'react-router'
import { DISCIPLINES_MAX, purposeLists } from '@portal/contract/booking/body'
import {
  MOST_INTERVALS,
  entryKindWord,
  entryKinds,
  outsideTierWords,
  useEntryCalls,
  type EntryRow,
} from '@portal/contract/use-entry/use-entry'
import type { Attachment } from '@portal/contract/kernel/rows'
import { to } from '../../../lib/paths.ts'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { InstantInput } from '../../../ui/form/dates.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { CodeSelect } from '../../booking/shared/code-select.tsx'
import { NatureField } from '../../booking/shared/nature-field.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { BesidesHours } from '../../test-order/shared/besides-hours.tsx'
import { makeBody, fillValues, readWish, type EntryValues, type KnownUse } from '../entry.rules.ts'
import { sendPaper, useCreateEntry, useKeptDevices } from '../use-entry.queries.ts'
import { KnownUses } from './known-uses.tsx'

const BLANK: Partial<EntryValues> = {
  intervals: [{ startAt: '', endAt: '' }],
  samples: 0,
  preparationMinutes: 0,
  cleanupMinutes: 0,
  trainedStudents: 0,
  trainedTeachers: 0,
  trainedOthers: 0,
}

const startFrom = (k: KnownUse): Partial<EntryValues> => ({
  ...BLANK,
  deviceId: k.device.id,
  userId: k.user?.id ?? null,
  intervals: [k.times],
})

/**
 * Enters an unbooked use with its evidence; filled in from a revoked entry (`before`) or a finding (`known`).
 */
export function EntryForm({ before, known }: { before: EntryRow | undefined; known?: KnownUse | undefined }) {
  const navigate = useNavigate()
  const back = () => void navigate(to('/account/use-entries'))
  const form = useSubmit<typeof useEntryCalls.create, EntryValues>(useCreateEntry(), {
    initial: before ? fillValues(before) : known ? startFrom(known) : BLANK,
    draft: before
      ? `use-entry:${before.id}`
      : known
        ? `use-entry:${known.device.id}:${known.times.startAt}`
        : 'use-entry',
    args: (values) => ({ body: makeBody(values) }),
    done: '使用已登记，一分钟内计入统计',
    after: back,
  })
  const values = Form.useWatch([], { form: form.antd, preserve: true }) as EntryValues | undefined
  const { upload: rule } = useEntryCalls.attach
  return (
    <FormPage
      form={form}
      submit="登记使用"
      onCancel={back}
      columns={2}
      title={before ? `更正使用登记 ${before.id}` : '登记使用'}
    >
      <Field name="deviceId" label="仪器" wide>
        <DeviceField known={before?.device ?? known?.device} />
      </Field>
      <Field name="kind" label="使用类型" wide>
        <Radio.Group options={entryKinds.map((value) => ({ value, label: entryKindWord(value) }))} />
      </Field>
      <Field name="outside" label="校外人员（没有本平台账号）" valuePropName="checked" wide>
        <Switch />
      </Field>
      {values?.outside ? (
        <>
          <Field name="outsideName" label="使用人姓名" required>
            <Input maxLength={50} />
          </Field>
          <Field name="outsideTier" label="单位类型" required>
            <Select options={listOptions(outsideTierWords)} />
          </Field>
        </>
      ) : (
        <Field name="userId" label="使用人" required wide>
          <PersonSelect known={before?.user ?? known?.user} />
        </Field>
      )}
      <Rows
        name="intervals"
        title="使用时段"
        one="时段"
        most={MOST_INTERVALS}
        least={1}
        blank={{ startAt: '', endAt: '' }}
        columns="1fr 1fr"
      >
        {(row) => (
          <>
            <Field name={['intervals', row, 'startAt']} label="开始时间">
              <InstantInput />
            </Field>
            <Field name={['intervals', row, 'endAt']} label="结束时间">
              <InstantInput />
            </Field>
          </>
        )}
      </Rows>
      <KnownUses wish={readWish(values)} />
      <Field name="overlapReason" label="重叠说明" hint="该时段已有使用记录时填写" wide>
        <Input maxLength={200} />
      </Field>
      <Field name="samples" label="样品数">
        <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Field>
      <BesidesHours />
      <Field name="nature" label="用途类别">
        <NatureField />
      </Field>
      <Field name="project" label="课题名称">
        <Input maxLength={200} />
      </Field>
      <Field name="projectNumber" label="课题编号">
        <Input maxLength={50} />
      </Field>
      <Field name="fundingSource" label="经费来源">
        <CodeSelect list={purposeLists.fundingSource} said={before?.fundingSource} />
      </Field>
      <Field name="disciplines" label="学科领域" hint={`最多选 ${DISCIPLINES_MAX} 个`}>
        <CodeSelect list={purposeLists.disciplines} said={before?.disciplines} several />
      </Field>
      <Field name="serviceMode" label="服务方式">
        <CodeSelect list={purposeLists.serviceMode} said={before?.serviceMode} />
      </Field>
      <Field name="reason" label="登记原因" hint="为什么没有预约" wide>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Field>
      {rule && (
        <Field
          name="paperIds"
          label="凭证"
          hint="使用登记表、上机记录等，仅负责该仪器的人可以查看"
          required
          wide
        >
          <UploadField<Attachment> rule={rule} upload={sendPaper} label="上传凭证" nameOf={(f) => f.name} />
        </Field>
      )}
    </FormPage>
  )
}

interface DeviceProps extends FieldAria {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  known: { id: number; name: string } | undefined
}
const DeviceField = ({ id, value, onChange, known, ...aria }: DeviceProps) => {
  const first = useKeptDevices('').options
  return (
    <AsyncSelect
      {...aria}
      {...(id && { id })}
      value={value ?? null}
      onChange={(v) => onChange?.(v === null ? null : Number(v))}
      useOptions={useKeptDevices}
      known={known && { value: known.id, label: known.name }}
      offered={first}
    />
  )
}
